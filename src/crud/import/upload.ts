import { BackendError } from '#src/backend/backend-error.ts'
import { leaveWhenSignedOut } from '#src/backend/session-end.ts'
import { PAGE_LANGUAGE } from '#src/i18n/page-language.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { statusMessage } from '#src/lib/status-message.ts'
import type { ImportView } from '#src/server/import/view.server.ts'

/** A running upload of a file. `result` never settles after a cancellation. */
export type SendingBody<T> = { result: Promise<T>; cancel(): void }
export type SendingImport = SendingBody<ImportView>

/** Sends a file for an import. `result` contains the guessed settings. */
export function sendImport(resource: string, file: File, onProgress: (share: number) => void): SendingImport {
  return sendBody(`/adminApi/${resource}/import`, file, onProgress)
}

/** Sends a file as the body of a call. The name goes into the address. */
export function sendBody<T>(path: string, file: File, onProgress: (share: number) => void): SendingBody<T> {
  // XMLHttpRequest, because fetch does not report the progress of an upload.
  const request = new XMLHttpRequest()
  const result = new Promise<T>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('error', () =>
      reject(new BackendError(503, navigator.onLine ? m.import_sendLost() : m.error_offline())),
    )
    request.addEventListener('load', () => {
      const { response, status } = request
      const answer = isAnswer(response) ? response : { code: status, msg: '', data: null }
      // Seam: the response type from the API contract of this call.
      if (answer.code === 200) resolve(answer.data as T)
      else reject(new BackendError(answer.code, answer.msg || statusMessage(answer.code), answer.data))
    })
  })
  request.responseType = 'json'
  request.open('POST', `${path}?name=${encodeURIComponent(file.name.slice(-255))}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.setRequestHeader(PAGE_LANGUAGE, document.documentElement.lang)
  request.send(file)
  return { result: result.catch(leaveWhenSignedOut), cancel: () => request.abort() }
}

function isAnswer(value: unknown): value is { code: number; msg: string; data: unknown } {
  return typeof value === 'object' && value !== null && 'code' in value && 'msg' in value && 'data' in value
}
