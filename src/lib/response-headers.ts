/**
 * Changes the headers of an answer where it stands, so that its body is not touched; what came from elsewhere with fixed
 * headers is copied.
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
