/**
 * Which IP addresses are public. All others lead into the server's own network, to the machine itself or to a cloud's
 * metadata service: nothing that people ask us to fetch may come from there.
 */
import { BlockList, isIP } from 'node:net'

const nonPublicRanges = new BlockList()

// RFC 6890 and the IANA registries: this host, private, shared (CGNAT), loopback, link-local with cloud metadata,
// protocol assignments, documentation, relay anycast, benchmarks, multicast, reserved and broadcast.
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  nonPublicRanges.addSubnet(net, prefix, 'ipv4')

// The metadata services of Azure and Alibaba have addresses in public ranges.
for (const address of ['168.63.129.16', '100.100.100.200']) nonPublicRanges.addAddress(address, 'ipv4')

/** All publicly assigned addresses are within this range. */
const globalIpv6Range = new BlockList()
globalIpv6Range.addSubnet('2000::', 3, 'ipv6')

// Protocol assignments with Teredo and ORCHID, documentation, 6to4, SRv6: all of them contain or hide another address.
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  nonPublicRanges.addSubnet(net, prefix, 'ipv6')

/** For a numeric address; false for anything else, and for IPv6 addresses that only embed an IPv4 address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !nonPublicRanges.check(address, 'ipv4')
    case 6:
      return !address.includes('%') && globalIpv6Range.check(address, 'ipv6') && !nonPublicRanges.check(address, 'ipv6')
    default:
      return false
  }
}
