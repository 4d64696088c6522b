import { useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import type { FieldErrors } from '#src/lib/field-errors.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { FormField } from '#src/ui/field.tsx'
import { Input } from '#src/ui/input.tsx'
import { useHydrated } from '#src/ui/use-hydrated.ts'
import { createFromVisit } from './visit.functions.ts'

type NewAccountProps = {
  visit: string
  waiting: { provider: string; label: string; username: string; name: string }
  onDone(entered: Extract<Awaited<ReturnType<typeof createFromVisit>>, { ok: true }>): void
}

/** The name of a new account, made of what the provider says, for confirmation. */
export function NewAccountForm({ visit, waiting, onDone }: NewAccountProps) {
  const hydrated = useHydrated()
  const [username, setUsername] = useState(waiting.username)
  const [name, setName] = useState(waiting.name)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const submit = async () => {
    if (busy) return
    setBusy(true)
    const answer = await createFromVisit({ data: { visit, username: username.trim(), name: name.trim() } }).catch(
      (error: unknown) => ({ ok: false, message: failureText(error), errors: undefined }) as const,
    )
    if (answer.ok) return onDone(answer)
    setBusy(false)
    setErrors(answer.errors ?? {})
    setMessage(answer.errors ? '' : answer.message)
  }
  return (
    <form
      method="post"
      noValidate
      className="mt-1.5 flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="text-lg text-muted">{m.provider_createText({ label: waiting.label })}</p>
      {message && <Banner tone="danger">{message}</Banner>}
      <FormField label={m.user_username()} hint={m.user_usernameHelp()} errors={errors.username ?? []} required>
        <Input
          name="username"
          size="lg"
          value={username}
          maxLength={15}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setUsername(event.target.value)}
        />
      </FormField>
      <FormField label={m.user_name()} errors={errors.name ?? []} required>
        <Input
          name="name"
          size="lg"
          value={name}
          maxLength={50}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      </FormField>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={busy}
        // Before hydration, a click would submit the form without effect.
        disabled={!hydrated}
        className="mt-1 w-full disabled:opacity-100"
      >
        {m.provider_create()}
      </Button>
    </form>
  )
}
