import { createSerializationAdapter, isRedirect } from '@tanstack/react-router'
import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { BackendError } from '#src/backend/backend-error.ts'
import { explain } from '#src/backend/explain.functions.ts'
import { sessionRedirected } from '#src/backend/session-end.ts'
import type { Json } from '#src/lib/json.ts'
import { keptCode } from '#src/lib/line.ts'

/** Sends API errors to the browser as `BackendError`. */
const backendErrors = createSerializationAdapter({
  key: 'backend-error',
  test: (value: unknown): value is BackendError => value instanceof BackendError,
  toSerializable: ({ code, message, data, requestId }) => ({ code, message, data: data as Json, requestId }),
  fromSerializable: ({ code, message, data, requestId }) =>
    Object.assign(new BackendError(code, message, data), { requestId }),
})

/**
 * Converts a server function's failure to the error for its caller. Reads run in loaders and queries, where the router
 * follows a redirect by itself. A write is called directly, so its redirect is followed here.
 */
const explainErrors = createMiddleware({ type: 'function' })
  .client(async ({ next, method }) => {
    try {
      return await next()
    } catch (error) {
      if (isRedirect(error)) sessionRedirected(error, method !== 'GET')
      throw error
    }
  })
  .server(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      throw explain(error)
    }
  })

const browserFetch = keptCode(() => import('#src/backend/browser-fetch.ts'))

export const startInstance = createStart(() => ({
  serializationAdapters: [backendErrors],
  requestMiddleware: [createCsrfMiddleware({ filter: (context) => context.handlerType === 'serverFn' })],
  functionMiddleware: [explainErrors],
  // Loaded with the first call, like the calls themselves.
  serverFns: { fetch: async (input, init) => (await browserFetch()).fetchLast(input, init) },
}))
