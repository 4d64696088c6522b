import { useEffect, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { keptCode } from '#src/lib/line.ts'
import type { Side } from '#src/lib/side.ts'
import { confirmApp } from './factor.functions.ts'
import { OneFieldDialog } from './one-field-dialog.tsx'

const pictures = keptCode(() => import('uqr'))

type TotpDialogProps = {
  side: Side
  begun: { secret: string; uri: string }
  onClose(): void
  /** @param codes new recovery codes, if the account had none */
  onDone(codes: readonly string[] | null): void
}

/** Shows the secret for an authenticator app, and asks for one of its codes. */
export function TotpDialog({ side, begun, onClose, onDone }: TotpDialogProps) {
  return (
    <OneFieldDialog
      title={m.factor_appTitle()}
      above={<SecretPicture {...begun} />}
      label={m.factor_code()}
      hint={m.factor_codeHint()}
      input={{ name: 'code', autoComplete: 'one-time-code', inputMode: 'numeric' }}
      clears
      send={async (code) => onDone((await confirmApp({ data: { side, code } })).codes)}
      onClose={onClose}
    />
  )
}

/** The secret, to be scanned or typed. */
function SecretPicture({ secret, uri }: TotpDialogProps['begun']) {
  const [picture, setPicture] = useState('')
  useEffect(() => {
    // Without the picture, the secret can be typed.
    pictures().then(
      ({ renderSVG }) => setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`),
      () => undefined,
    )
  }, [uri])
  return (
    <>
      <p className="text-muted">{m.factor_appScan()}</p>
      <span className="mx-auto grid size-44 place-items-center rounded-lg border border-line bg-white p-1">
        {picture && <img src={picture} alt={m.factor_appPicture()} className="size-full" />}
      </span>
      <p className="text-sm text-muted">
        {m.factor_appTyped()}{' '}
        <code className="font-mono text-ink select-all">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </>
  )
}
