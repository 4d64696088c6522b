import { createPig, type PigOptions } from './pig-app.ts'
import { serveHttp } from './serve.ts'

/** Serves the fake pig over real HTTP until the test ends. */
export async function startPig(options: PigOptions = {}) {
  const { app, ...pig } = createPig(options)
  return { ...pig, url: await serveHttp((request) => app.fetch(request)) }
}
