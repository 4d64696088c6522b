import type { AnyRouter } from '@tanstack/react-router'
import { defaultRenderHandler } from '@tanstack/react-start/server'
import { backendKind } from '#src/backend/kind.server.ts'

type Answer = Parameters<typeof defaultRenderHandler>[0]

/** Pages whose loaders load all their data, and which need no code on demand for their first picture. */
const WHOLE: readonly string[] = ['/admin/login', '/user/login']

/** Whether a page can be rendered to one text. A pig gateway's login page has a captcha, whose code loads on demand. */
export function isWhole(router: AnyRouter): boolean {
  return WHOLE.includes(router.state.matches.at(-1)?.routeId ?? '') && backendKind() !== 'pig'
}

/** Renders a page to one text. It costs less than a stream, which only helps a page that waits for something. */
export async function renderWhole(answer: Answer) {
  // Ends the stream of the queries that start while the page renders: this page starts none. After it, everything that
  // the browser needs is in the page's first script.
  answer.router.serverSsr?.setRenderFinished()
  await new Promise(setImmediate)
  return defaultRenderHandler(answer)
}
