/**
 * What `work` brings; on the server undefined when it takes longer than `ms`: an answer that is not made by then comes
 * without it, and the browser, where somebody can see that it takes long, goes on.
 */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  if (typeof window !== 'undefined') return work
  // Nobody may be left to hear of its failure.
  work.catch(() => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
