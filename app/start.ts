import { createSerializationAdapter, isNotFound, isRedirect } from '@tanstack/react-router'
import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'
import { BackendError } from '#src/backend/backend-error.ts'
import { unexpected } from '#src/backend/unexpected.functions.ts'
import type { Json } from '#src/lib/json.ts'

/** Carries refusals of the API to the browser as what they are. */
const backendErrors = createSerializationAdapter({
  key: 'backend-error',
  test: (value: unknown): value is BackendError => value instanceof BackendError,
  toSerializable: (error) => ({ code: error.code, message: error.message, data: error.data as Json }),
  fromSerializable: ({ code, message, data }) => new BackendError(code, message, data),
})

/** Whatever else goes wrong in a server function is logged here and reaches the browser as a plain 500. */
const explainErrors = createMiddleware({ type: 'function' }).server(async ({ next }) => {
  try {
    return await next()
  } catch (error) {
    if (error instanceof BackendError || error instanceof Response || isRedirect(error) || isNotFound(error))
      throw error
    throw unexpected(error)
  }
})

export const startInstance = createStart(() => ({
  serializationAdapters: [backendErrors],
  requestMiddleware: [createCsrfMiddleware({ filter: (context) => context.handlerType === 'serverFn' })],
  functionMiddleware: [explainErrors],
}))
