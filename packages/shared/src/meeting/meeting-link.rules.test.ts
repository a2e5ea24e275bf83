import { describe, expect, test } from 'vitest'
import { findMeetingLink, parseMeetingLink } from './meeting-link.rules.ts'

const thread =
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_Abc%40thread.v2/0?context=%7b%22Tid%22%3a%22x%22%7d'

describe('the service of a link', () => {
  test.each([
    ['https://meet.google.com/kzu-wbfr-qhn', 'meet', 'https://meet.google.com/kzu-wbfr-qhn', 'meet:kzu-wbfr-qhn'],
    ['meet.google.com/KZU-wbfr-qhn?authuser=1', 'meet', 'https://meet.google.com/kzu-wbfr-qhn', 'meet:kzu-wbfr-qhn'],
    ['https://zoom.us/j/1234567890?pwd=Ab.1', 'zoom', 'https://zoom.us/j/1234567890?pwd=Ab.1', 'zoom:1234567890'],
    ['https://us02web.zoom.us/wc/join/1234567890', 'zoom', 'https://us02web.zoom.us/j/1234567890', 'zoom:1234567890'],
    ['https://us02web.zoom.us/wc/1234567890/join', 'zoom', 'https://us02web.zoom.us/j/1234567890', 'zoom:1234567890'],
    [thread, 'teams', thread, 'teams:19:meeting_abc@thread.v2:0'],
    [
      'https://teams.live.com/meet/9312345678901?p=xY',
      'teams',
      'https://teams.live.com/meet/9312345678901?p=xY',
      'teams:9312345678901',
    ],
    [
      'https://teams.microsoft.com/meet/21234567890',
      'teams',
      'https://teams.microsoft.com/meet/21234567890',
      'teams:21234567890',
    ],
    [
      'https://meet.jit.si/Weekly%20Sync#config.x=1',
      'jitsi',
      'https://meet.jit.si/Weekly%20Sync',
      'jitsi:meet.jit.si/weekly sync',
    ],
    [
      'https://8x8.vc/vpaas-1/room?jwt=a.b',
      'jitsi',
      'https://8x8.vc/vpaas-1/room?jwt=a.b',
      'jitsi:8x8.vc/vpaas-1/room',
    ],
  ])('%s', (text, platform, url, key) => {
    expect(parseMeetingLink(text)).toEqual({ platform, url, key })
  })

  test('is found behind the links of mail filters', () => {
    const wrapped = `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(thread)}&data=x`
    expect(parseMeetingLink(wrapped)?.url).toBe(thread)
    expect(parseMeetingLink('https://www.google.com/url?q=https%3A%2F%2Fzoom.us%2Fj%2F123456789&sa=D')?.platform).toBe(
      'zoom',
    )
  })
})

test.each([
  '',
  'tomorrow at ten',
  'https://meet.google.com/',
  'https://meet.google.com/landing',
  'https://meet.google.com.evil.example/kzu-wbfr-qhn',
  'https://evil.example/https://meet.google.com/kzu-wbfr-qhn',
  'https://notzoom.us/j/1234567890',
  'https://zoom.us:8443/j/1234567890',
  'http://zoom.us/j/1234567890',
  'https://user:secret@meet.jit.si/room',
  'https://meet.jit.si/',
  'https://teams.microsoft.com/_#/calendar',
  'javascript:alert(1)//meet.jit.si/room',
  'file:///etc/passwd',
  'http://169.254.169.254/latest',
  `https://meet.jit.si/${'a'.repeat(2000)}`,
  'https://www.google.com/url?q=https://169.254.169.254/',
])('%s is no link to a meeting', (text) => {
  expect(parseMeetingLink(text)).toBeNull()
})

test('hosts of the installation are Jitsi, also without encryption and with a port', () => {
  const own = ['meet.example.org', '127.0.0.1:8443']
  expect(parseMeetingLink('https://meet.example.org/room', own)?.platform).toBe('jitsi')
  expect(parseMeetingLink('http://127.0.0.1:8443/Room', own)?.key).toBe('jitsi:127.0.0.1:8443/room')
  expect(parseMeetingLink('https://meet.example.org/room')).toBeNull()
  expect(parseMeetingLink('http://127.0.0.1:9000/room', own)).toBeNull()
})

test('the first link to a meeting in the texts of an invitation is found', () => {
  const description = `Agenda: https://wiki.example.org/a
    Join: <a href="https://us02web.zoom.us/j/1234567890?pwd=x&amp;from=addon">Zoom</a>.`
  expect(findMeetingLink(['Room 4', description])?.url).toBe('https://us02web.zoom.us/j/1234567890?pwd=x')
  expect(findMeetingLink(['(https://meet.google.com/kzu-wbfr-qhn).', description])?.platform).toBe('meet')
  expect(findMeetingLink(['', 'nothing'])).toBeNull()
})
