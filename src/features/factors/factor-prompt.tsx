import { useEffect, useId, useRef } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FactorField } from './factor-field.tsx'
import { type FactorChoice, type FactorOptions, useFactor } from './use-factor.ts'

type FactorPromptProps = FactorOptions & {
  title: string
  text: string
  /** What the button says that sends what was typed. */
  submit: string
  /** What the button that gives up says. */
  back?: string
  onClose(): void
}

/**
 * Asks in a dialog for a factor, in one of the ways that the account has. It stays open until `onClose` or the work of
 * `send` takes it away.
 */
export function FactorPrompt({ title, text, submit, back = m.ui_cancel(), onClose, ...options }: FactorPromptProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const factor = useFactor(options, field)
  const { choice, others, busy } = factor
  const focus = choice === undefined || isTyped(choice) ? field : button
  useEffect(() => focus.current?.focus(), [focus])
  return (
    <Dialog
      open
      onRequestClose={() => !busy && onClose()}
      title={title}
      size="sm"
      initialFocus={focus}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {back}
          </Button>
          <Button ref={button} type="submit" form={id} variant="primary" loading={busy}>
            {choice === undefined || isTyped(choice) ? submit : pressOf(choice)}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-muted">{text}</p>
      <form id={id} method="post" noValidate onSubmit={factor.submit} className="flex flex-col gap-3">
        {factor.message && <Banner tone="danger">{factor.message}</Banner>}
        {factor.waiting && <Banner tone="info">{m.proof_waiting()}</Banner>}
        {choice && <FactorField {...factor} choice={choice} field={field} />}
      </form>
      {others.length > 0 && (
        <div className="-mx-3 mt-2 flex flex-wrap">
          {others.map((other) => (
            <Button key={pressOf(other.choice)} variant="ghost" disabled={busy} onClick={other.choose}>
              {pressOf(other.choice)}
            </Button>
          ))}
        </div>
      )}
    </Dialog>
  )
}

function isTyped({ way }: FactorChoice): boolean {
  return way !== 'passkey' && way !== 'provider'
}

/** What the button of a way says. */
function pressOf(choice: FactorChoice): string {
  switch (choice.way) {
    case 'totp':
      return m.factor_useApp()
    case 'recovery':
      return m.factor_useRecovery()
    case 'password':
      return m.login_password()
    case 'passkey':
      return m.passkey_use()
    case 'provider':
      return m.proof_atProvider({ name: choice.provider.name })
  }
}
