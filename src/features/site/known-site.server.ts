import * as v from 'valibot'
import { callEndpoint } from '#src/backend/call-endpoint.server.ts'
import { ownEpoch, ownSettings } from '#src/backend/own-settings.server.ts'
import type { Locale } from '#src/i18n/locale.server.ts'
import { getLocale } from '#src/i18n/paraglide/runtime.js'
import { configSchema } from '#src/server/config.server.ts'
import { type Site, type siteCall, siteOf } from './site.api.server.ts'

/** Time-out in milliseconds. Every page waits for this request. */
const PATIENCE = 1500

/** The last answer in each language, and the settings that it was made from: undefined when another host has them. */
const answers = new Map<Locale, { settings: unknown; providers: unknown; rules: unknown; site: Site }>()

/**
 * The site's settings. When the back end fails or is slow, returns the last known settings, or the defaults. Missing
 * name and time zone must not prevent a page.
 */
export async function knownSite(): Promise<Site> {
  const asked = currentSite().catch(() => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, undefined)
  })
  const site = await Promise.race([asked, late]).finally(() => clearTimeout(timer))
  return site ?? answers.get(getLocale())?.site ?? siteOf(v.parse(configSchema, {}))
}

/**
 * Asks the back end. Our own one, in this process, is asked again only after a setting, a provider or a rule has
 * changed.
 */
async function currentSite(): Promise<Site> {
  const settings = await ownSettings()
  const providers = ownEpoch('provider')
  const rules = ownEpoch('rule')
  const known = answers.get(getLocale())
  const same = known && known.settings === settings && known.providers === providers && known.rules === rules
  if (same && settings && providers && rules) return known.site
  const { data } = await callEndpoint<typeof siteCall>(undefined, { method: 'GET', path: '/api/site' })
  // A back end of another release knows no providers, and no ways of codes.
  const site = { ...data, providers: data.providers ?? [], codeWays: data.codeWays ?? [] }
  answers.set(getLocale(), { settings, providers, rules, site })
  return site
}
