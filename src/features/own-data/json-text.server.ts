/** A JSON file with one value. */
export async function* jsonText(read: () => Promise<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(await read(), null, 2)}\n`
}

/** A JSON file with a list, of which only a page is in memory. A line for each entry. */
export async function* jsonList(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let empty = true
  for await (const page of pages) {
    if (page.length === 0) continue
    const lines = page.map((one) => JSON.stringify(one)).join(',\n')
    yield `${empty ? '[\n' : ',\n'}${lines}`
    empty = false
  }
  yield empty ? '[]\n' : '\n]\n'
}

/**
 * The pages of a list until none is left.
 * @param read the page after the last entry of the one before
 * @param size entries of a full page
 */
export async function* pagesOf<T>(
  size: number,
  read: (last: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  let last: T | undefined
  for (;;) {
    const page = await read(last)
    yield page
    last = page.at(-1)
    if (page.length < size) return
  }
}
