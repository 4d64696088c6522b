import { instantParts } from '#src/lib/date.ts'

export type SaveNameFacts = {
  topic: string
  /** The name that the uploader gave the file. */
  name: string
  suffix: string
  sha1: string
  timeZone: string
  now: number
  /** Sixteen letters and digits that nobody can guess. */
  random: string
}

/** Characters of the file's own name in its address. */
const NAME_LENGTH = 15
const MOST_LENGTH = 240

/** Names that Windows keeps for devices. A copy of the directory there could not have them. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * The address of a new file by the site's template: `/storage/…` with parts in braces. Nothing that the uploader names
 * can leave the place, whatever the template is.
 */
export function saveName(template: string, facts: SaveNameFacts): string {
  const filled = template.replaceAll(/\{([.\w]+)\}/g, (_, part: string) => partOf(part.toLowerCase(), facts))
  const parts = filled
    .split(/[/\\]+/)
    .map(safePart)
    .filter((part) => part !== '')
  if (parts[0]?.toLowerCase() === 'storage') parts.shift()
  const name = parts.join('/')
  return `/storage/${name === '' || name.length > MOST_LENGTH ? `${facts.sha1}${facts.random}` : name}`
}

/** The same address with a part that makes it another one. */
export function otherName(url: string, random: string): string {
  const slash = url.lastIndexOf('/')
  const dot = url.lastIndexOf('.')
  return dot > slash + 1 ? `${url.slice(0, dot)}-${random}${url.slice(dot)}` : `${url}-${random}`
}

function partOf(part: string, { topic, name, suffix, sha1, timeZone, now, random }: SaveNameFacts): string {
  const moment = instantParts(now, timeZone)
  const dot = name.lastIndexOf('.')
  const parts: Readonly<Record<string, string | undefined>> = {
    topic: topic.replaceAll(/[^A-Za-z0-9_-]/g, ''),
    year: moment?.year,
    mon: moment?.month,
    month: moment?.month,
    day: moment?.day,
    hour: moment?.hour,
    min: moment?.minute,
    sec: moment?.second,
    random,
    filename: (dot < 0 ? name : name.slice(0, dot)).replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, NAME_LENGTH),
    filesha1: sha1,
    sha1,
    suffix: safeSuffix(suffix),
    '.suffix': safeSuffix(suffix) && `.${safeSuffix(suffix)}`,
  }
  return (Object.hasOwn(parts, part) && parts[part]) || ''
}

function safeSuffix(suffix: string): string {
  return suffix.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 20)
}

/** One part of a path: letters, digits, `-`, `_` and inner dots. */
function safePart(part: string): string {
  const safe = part.replaceAll(/[^A-Za-z0-9._-]/g, '').replaceAll(/^\.+|\.+$|\.(?=\.)/g, '')
  return isDevice(safe) ? `_${safe}` : safe
}

/** Whether Windows takes a name for that of a device. */
export function isDevice(name: string): boolean {
  return DEVICES.test(name.split('.')[0] ?? '')
}
