/** Responds with a file to download, streamed while it is produced. The file name may be in any script. */
export function attachment(
  body: ReadableStream<Uint8Array> | null,
  { name, type }: { name: string; type: string },
): Response {
  const safe = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  const ascii = safe.replaceAll(/[^\x20-\x7e]/g, '_')
  const encoded = encodeURIComponent(safe).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
      'cache-control': 'no-store',
      // The file is sent while it is produced, so a proxy must not buffer it.
      'x-accel-buffering': 'no',
    },
  })
}
