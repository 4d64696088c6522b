import { m } from '#src/i18n/paraglide/messages.js'

/**
 * The standard message for an HTTP status, in the language of the request.
 * @param detail the requested URL (404), or the server's own message (500)
 */
export function statusMessage(status: number, detail = ''): string {
  switch (status) {
    case 302:
      return m.error_302()
    case 400:
      return m.error_400()
    case 401:
    case 403:
      return m.error_403()
    case 404:
      return m.error_404({ url: detail })
    case 405:
      return m.error_405()
    case 408:
      return m.error_408()
    case 409:
      return m.error_409()
    case 413:
      return m.error_413()
    case 415:
      return m.error_415()
    case 422:
      return m.error_422()
    case 429:
      return m.error_429()
    case 500:
      return detail || m.error_500()
    case 501:
      return m.error_501()
    case 502:
      return m.error_502()
    case 503:
      return m.error_503()
    case 504:
      return m.error_504()
    case 505:
      return m.error_505()
    default:
      return m.error_other()
  }
}
