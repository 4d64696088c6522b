/**
 * Changes the headers of a response in place, so that its body is not touched. A response with immutable headers is
 * copied.
 */
export function withHeaders(response: Response, change: (headers: Headers) => void): Response {
  try {
    change(response.headers)
    return response
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const headers = new Headers(response.headers)
    change(headers)
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
  }
}
