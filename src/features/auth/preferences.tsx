import { type ComponentProps, useId, useState } from 'react'
import { tellChoice } from '#src/i18n/choice-signal.ts'
import { chooseLocale } from '#src/i18n/choose-locale.ts'
import { languages } from '#src/i18n/languages.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { getLocale, isLocale } from '#src/i18n/paraglide/runtime.js'
import { toastFailure } from '#src/layout/failure-toast.ts'
import { writeCookie } from '#src/lib/cookie.ts'
import { formatIn } from '#src/lib/date.ts'
import type { Side } from '#src/lib/side.ts'
import { isTimeFormat, TIME_COOKIE, timeFormat, timeFormats } from '#src/lib/time-format.ts'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { saveOwnPreferences } from './own-account.functions.ts'
import { OwnCard } from './own-card.tsx'

/** An afternoon, so that the formats differ. */
const SAMPLE = '2026-11-26T13:05:09Z'

/** The language and the time format of the user. A choice holds at once, and in every browser of the user. */
export function Preferences({ side }: { side: Side }) {
  const [busy, setBusy] = useState(false)
  const choose = async (wanted: Omit<Parameters<typeof saveOwnPreferences>[0]['data'], 'side'>, apply: () => void) => {
    setBusy(true)
    try {
      await saveOwnPreferences({ data: { side, ...wanted } })
      apply()
    } catch (error) {
      toastFailure(error)
    }
    // Loading again may be stopped for entries that would be lost.
    setBusy(false)
  }
  return (
    <OwnCard heading={m.profile_preferences()} text={m.profile_preferencesText()}>
      <div className="flex flex-col gap-3.5">
        <Choice
          label={m.profile_language()}
          items={languages}
          value={getLocale()}
          disabled={busy}
          onChange={(language) => {
            if (isLocale(language)) void choose({ language }, () => chooseLocale(language))
          }}
        />
        <Choice
          label={m.profile_timeFormat()}
          items={timeFormats.map((value) => ({ value, label: formatIn(value, SAMPLE, 'UTC') }))}
          value={timeFormat()}
          disabled={busy}
          onChange={(value) => {
            if (!isTimeFormat(value)) return
            void choose({ timeFormat: value }, () => {
              writeCookie(TIME_COOKIE, value)
              tellChoice()
              window.location.reload()
            })
          }}
        />
      </div>
    </OwnCard>
  )
}

function Choice({ label, ...select }: { label: string } & ComponentProps<typeof NativeSelect>) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="w-fit text-sm font-medium text-muted">
        {label}
      </label>
      <NativeSelect {...select} id={id} />
    </div>
  )
}
