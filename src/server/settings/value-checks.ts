import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { parseBlocks, wrongBlock } from '#src/lib/address-blocks.ts'
import { brandVerdict } from '#src/lib/brand.ts'
import { text } from '#src/lib/rules.ts'
import { uploadTemplateError } from '#src/lib/savename.ts'
import type { SettingContext } from './setting.ts'

const isLoopback = parseBlocks('127.0.0.0/8\n::1')

/** E-mail addresses, separated by lines, spaces or commas. */
export function checkMails(value: string): string | undefined {
  const wrong = value.split(/[\s,;]+/).find((one) => one !== '' && !v.is(text({ rule: 'email' }), one))
  return wrong === undefined ? undefined : m.config_mailsWrong({ address: wrong })
}

/** A web address, a path of this site, or nothing. */
export function checkAddress(value: string): string | undefined {
  const right = value === '' || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value))
  return right ? undefined : m.config_addressWrong()
}

/** The address of a package registry. It is shown in the output of commands, so it has no name and no password. */
export function checkRegistry(value: string): string | undefined {
  if (value === '') return undefined
  const url = /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value) ? new URL(value) : undefined
  if (!url) return m.config_addressWrong()
  return url.username || url.password ? m.config_registrySecret() : undefined
}

/** Where an entry of the navigation leads to: a path of this site, or a web address. */
export function checkPath(value: string): boolean {
  return /^\/(?!\/)[^\s\\]*$/.test(value) || (/^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value))
}

/** A time zone that the runtime knows. */
export function checkTimeZone(value: string): string | undefined {
  return isTimeZone(value) ? undefined : m.config_timeZoneWrong()
}

function isTimeZone(value: string): boolean {
  try {
    // An offset such as +08:00 is no zone: the database does not take it as one.
    return !/^[+-]/.test(value) && new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined
  } catch {
    return false
  }
}

/** Ranges of addresses, one a line. Nobody may shut out the address that the change comes from. */
export function checkForbidden(value: string, { address }: SettingContext): string | undefined {
  const wrong = wrongBlock(value)
  if (wrong !== undefined) return m.config_blockWrong({ line: wrong })
  const isForbidden = parseBlocks(value)
  // A browser on the server's own machine may come by either of its addresses.
  const own = isLoopback(address) ? [address, '127.0.0.1', '::1'] : [address]
  return own.some(isForbidden) ? m.config_blockOwn({ address }) : undefined
}

/** A colour that can be seen on light and on dark pages. */
export function checkBrand(value: string): string | undefined {
  const verdict = value === '' ? undefined : brandVerdict(value)
  if (!verdict) return undefined
  return m.config_brandContrast({ light: verdict.light, dark: verdict.dark, colour: verdict.nearest })
}

/** Where uploaded files go. */
export function checkSavename(value: string): string | undefined {
  const wrong = uploadTemplateError(value)
  if (!wrong) return undefined
  return wrong.kind === 'shape'
    ? m.config_savenameShape({ sha: '{filesha1}', suffix: '{.suffix}' })
    : m.config_savenameUnknown({ name: wrong.name })
}

/** File types: extensions, with or without a dot, and MIME types, separated by commas; or `*` for every type. */
export function checkTypes(value: string): string | undefined {
  const types = value.split(',').map((type) => type.trim())
  const isRight = value.trim() === '*' || types.every((type) => FILE_TYPE.test(type))
  return isRight ? undefined : m.config_typesWrong()
}

const FILE_TYPE = /^(?:\.?[a-z\d]+|[a-z\d]+\/(?:\*|[\w.+-]+))$/i

/** A gateway's address, which may contain variables. */
export function checkGateway(value: string): string | undefined {
  return checkAddress(value.replaceAll(/\{(mobile|text|code|template|secret)\}/g, 'x'))
}
