import { useSuspenseQuery } from '@tanstack/react-query'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import { refusedText } from '#src/crud/calls/failure.ts'
import { TextField } from '#src/crud/fields/text-field.tsx'
import { type FieldProps, useBoundField } from '#src/crud/fields/use-bound-field.ts'
import { useFormValues } from '#src/crud/form/use-form-values.ts'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { identityProviders } from './provider.queries.ts'
import type { ProviderForm } from './provider.schema.ts'

type Found = Awaited<ReturnType<typeof identityProviders.test>>['data']
type Said = { found: Found } | { failed: string }

/** The address of a provider, with a test of it, and the addresses that have to be registered there. */
export function IssuerField(props: FieldProps) {
  const { value } = useBoundField<string>()
  const { side } = useFormValues<ProviderForm>()
  const { origin } = useSuspenseQuery(siteQuery).data
  const [pending, setPending] = useState(false)
  const [said, setSaid] = useState<Said & { issuer: string }>()
  const test = async () => {
    if (pending) return
    setPending(true)
    const answer = await identityProviders.test({ issuer: value }, randomId()).then(
      ({ data }): Said => ({ found: data }),
      (reason: unknown): Said => ({ failed: refusedText(reason) }),
    )
    setSaid({ ...answer, issuer: value })
    setPending(false)
  }
  const shown = said?.issuer === value ? said : undefined
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-60 flex-1">
          <TextField {...props} inputMode="url" />
        </div>
        <Button className="mt-[26px]" loading={pending} icon={<PlugZap aria-hidden size={15} />} onClick={test}>
          {m.provider_test()}
        </Button>
      </div>
      <div aria-live="polite">
        {shown && 'failed' in shown && <Banner tone="danger">{shown.failed}</Banner>}
        {shown && 'found' in shown && <FoundProvider found={shown.found} />}
      </div>
      <dl className="flex flex-col gap-1 text-sm">
        <Address label={m.provider_redirect()} text={`${origin}/sign-in/callback/${side ?? 'admin'}`} />
        <Address label={m.provider_backchannel()} text={`${origin}/auth/provider/backchannel`} />
      </dl>
    </div>
  )
}

function FoundProvider({ found }: { found: Found }) {
  const facts = [
    found.pkce && m.provider_foundPkce(),
    found.iss && m.provider_foundIss(),
    found.endSession !== '' && m.provider_foundEndSession(),
    found.backchannel && m.provider_foundBackchannel(),
    found.scopes.length > 0 && m.provider_foundScopes({ scopes: found.scopes.join(' ') }),
  ].filter((fact) => fact !== false)
  return (
    <Banner tone="success">
      <p className="wrap-anywhere">{m.provider_foundIssuer({ issuer: found.issuer })}</p>
      <ul className="list-disc pl-4 text-sm">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </Banner>
  )
}

function Address({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere select-all">{text}</dd>
    </div>
  )
}
