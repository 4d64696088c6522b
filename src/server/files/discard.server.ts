/** Bytes of a refused file that are read all the same. */
const MOST_DISCARDED = 1024 ** 3

/** Reads a body and discards it. A browser reads no response while it is still sending. */
export async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size > MOST_DISCARDED) return
    }
  } catch {
    // A client that has disconnected needs no response.
  }
}
