/** The time that the main thread computed, in milliseconds; waiting for other programs does not count. */
export async function mainThreadMs(work: () => Promise<unknown>): Promise<number> {
  const { user, system } = process.threadCpuUsage()
  await work()
  const after = process.threadCpuUsage()
  return (after.user + after.system - user - system) / 1000
}
