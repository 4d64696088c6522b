import { isAbsoluteUrl } from '#src/lib/url.ts'

/** The address that a link menu opens. Undefined when its URL is neither absolute nor a path of this site. */
export function linkTarget(url: string): string | undefined {
  return isAbsoluteUrl(url) || url.startsWith('/') ? url : undefined
}
