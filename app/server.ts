import handler from '@tanstack/react-start/server-entry'
import { createHttp } from '#src/server/http.server.ts'
import { startWork, stopWork } from '#src/server/runtime.server.ts'

export default {
  fetch: createHttp((request) => handler.fetch(request), import.meta.env.PROD),
  start: startWork,
  stop: stopWork,
}
