import { BackendError } from '#src/backend/backend-error.ts'
import { PAGE_LANGUAGE } from '#src/i18n/page-language.ts'
import type { UploadOptions } from '#src/layout/kit-context.ts'
import { statusMessage } from '#src/lib/status-message.ts'

/** A running upload of a file. */
export type SendingFile = { result: Promise<string>; cancel(): void }

/**
 * Sends a file to the upload endpoint of the admin pages or of the public pages, without a time-out.
 * `result` is the file's address. It rejects with a BackendError after a refusal, and with another error without an
 * answer. It never settles after a cancellation.
 */
export function sendFile(file: File, onProgress: (share: number) => void, options: UploadOptions = {}): SendingFile {
  // XMLHttpRequest, because fetch does not report the progress of an upload.
  const request = new XMLHttpRequest()
  const result = new Promise<string>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('error', () => reject(new TypeError('no answer')))
    request.addEventListener('load', () => {
      const { address, code, sentence } = readAnswer(request.status, request.responseText)
      if (address) resolve(address)
      else reject(numbered(new BackendError(code, sentence), request.getResponseHeader('x-request-id')))
    })
  })
  const body = new FormData()
  // The server reads in order: what is said of the file comes before it.
  if (options.topic !== undefined) body.append('topic', topicOf(options.topic))
  if (options.visibility !== undefined) body.append('visibility', options.visibility)
  body.append('file', file)
  request.open('POST', window.location.pathname.startsWith('/admin') ? '/admin/sys-file/upload' : '/api/ajax/upload')
  request.setRequestHeader(PAGE_LANGUAGE, document.documentElement.lang)
  request.send(body)
  return { result, cancel: () => request.abort() }
}

/** A topic as the server takes it. */
function topicOf(text: string): string {
  return text.replaceAll(/[^\w-]/g, '').slice(0, 20) || 'default'
}

/** The file's address in the response, or the message that explains why there is none. */
function readAnswer(status: number, text: string): { address?: string; code: number; sentence: string } {
  const answer = parsed(text)
  const given = Number(property(answer, 'code') ?? status)
  const data = property(answer, 'data')
  const found = property(data, 'url') ?? property(property(data, 'file'), 'url')
  const said = property(answer, 'msg')
  const address = given === 200 && typeof found === 'string' ? found : undefined
  // An answer of success without an address is a failure of the server.
  const code = given === 200 && address === undefined ? 500 : given
  return { address, code, sentence: typeof said === 'string' && said !== '' ? said : statusMessage(code) }
}

function numbered(error: BackendError, number: string | null): BackendError {
  error.requestId = number ?? ''
  return error
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
