import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnPreferences } from '#src/features/auth/own-account.schema.ts'
import { OwnNotice } from '#src/features/auth/own-card.tsx'
import { PasswordAdvice } from '#src/features/auth/password-advice.tsx'
import { rememberAccount } from '#src/features/auth/remembered-account.ts'
import { useOwnForm } from '#src/features/auth/use-own-form.ts'
import { legalQuery } from '#src/features/site/legal.queries.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { MessageChannel } from '#src/lib/message-kinds.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { Agreement, type Legal } from './agreement.tsx'
import { ReachFields } from './reach-fields.tsx'
import { registrationForm } from './registration.form.ts'
import { registerMember } from './registration.functions.ts'

type RegisterPartProps = {
  /** Undefined: visitors may register. Else what they read instead. */
  closed: string | undefined
  ways: readonly MessageChannel[]
  /** The legal texts that the site has in this language. */
  legal: readonly Legal[]
  onDone(preferences: OwnPreferences): void
}

/** While the texts are not loaded, nobody can have agreed to them. */
const UNKNOWN = '?'

/** Registering in place of the form for signing in, or why nobody can. */
export function RegisterPart({ closed, ways, ...form }: RegisterPartProps) {
  const reason = closed ?? (ways.length === 0 ? m.register_noWay() : undefined)
  if (reason === undefined) return <RegisterForm ways={ways} {...form} />
  return (
    <Banner tone="info" className="mt-4">
      <span className="whitespace-pre-line">{reason}</span>
    </Banner>
  )
}

function RegisterForm({ ways, legal, onDone }: Omit<RegisterPartProps, 'closed'>) {
  const hydrated = useHydrated()
  const client = useQueryClient()
  const [keep, setKeep] = useState(false)
  const texts = useQueries({ queries: legal.map((kind) => ({ ...legalQuery(kind, undefined), staleTime: 0 })) })
  const versions = texts.map(({ data }) => data?.shown.id)
  const known = versions.filter((id) => id !== undefined)
  // Another version of a text is not agreed to. Without texts, nothing has to be.
  const agreement = known.join()
  const own = useOwnForm({
    initial: { username: '', channel: String(ways[0]), address: '', code: '', password: '', agreed: '' },
    schema: registrationForm(known.length < legal.length ? UNKNOWN : agreement),
    send: async ({ agreed: _box, channel, ...given }) => {
      const data = { ...given, channel: channel === 'sms' ? ('sms' as const) : ('mail' as const), agreed: known, keep }
      const preferences = await registerMember({ data })
      rememberAccount('user', { username: given.username, keep })
      return preferences
    },
    alias: { email: 'address', mobile: 'address' },
    onSaved: onDone,
    onRefused: () => {
      // A text may be new since the page was loaded.
      void client.invalidateQueries({ queryKey: ['legal'] })
      void client.invalidateQueries({ queryKey: siteQuery.queryKey })
    },
  })
  const { values, notice, saving, form, errorsOf, control, set } = own
  return (
    <form {...form} className="mt-1.5 flex flex-col gap-3.5">
      <p className="text-lg text-muted">{m.register_text()}</p>
      <OwnNotice side="user" notice={notice} />
      <FormField label={m.login_account()} hint={m.rule_account()} errors={errorsOf('username')} required>
        <Input
          {...control('username')}
          size="lg"
          maxLength={15}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </FormField>
      <ReachFields ways={ways} event="user_register" own={own} size="lg" />
      <FormField label={m.login_password()} errors={errorsOf('password')} required>
        <PasswordInput {...control('password')} size="lg" autoComplete="new-password" />
        <PasswordAdvice password={values.password} names={[values.username, values.address]} />
      </FormField>
      {legal.length > 0 && (
        <Agreement
          legal={legal}
          versions={versions}
          checked={values.agreed !== '' && values.agreed === agreement}
          onChange={(checked) => set('agreed', checked ? agreement : '')}
          errors={errorsOf('agreed')}
        />
      )}
      <Checkbox checked={keep} onChange={setKeep}>
        {m.login_keep()}
      </Checkbox>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={saving}
        // Before hydration, a click would submit the form without effect.
        disabled={!hydrated}
        className="mt-1 w-full disabled:opacity-100"
      >
        {m.register_submit()}
      </Button>
    </form>
  )
}
