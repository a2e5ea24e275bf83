type Batches = { readonly size: number; readonly signal?: AbortSignal | undefined }

/** Repeats `runBatch`, which returns how many it handled, until a batch is not full. Returns the total. */
export async function runBatches(
  { size, signal }: Batches,
  runBatch: (size: number) => Promise<number>,
): Promise<number> {
  let total = 0
  for (let handled = size; handled === size; total += handled) {
    signal?.throwIfAborted()
    handled = await runBatch(size)
  }
  return total
}
