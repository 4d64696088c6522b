import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { text } from '#src/lib/rules.ts'
import { Button } from '#src/ui/button.tsx'
import { CheckTree } from '#src/ui/check-tree.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { Input } from '#src/ui/input.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Textarea } from '#src/ui/textarea.tsx'
import { API_TOKEN_DAYS } from './api-token.schema.ts'
import { ApiTokenSecret } from './api-token-secret.tsx'
import { getHeldNodes, makeApiToken } from './api-tokens.functions.ts'
import { OwnNotice } from './own-card.tsx'
import { useOwnForm } from './use-own-form.ts'

const { usual, most } = API_TOKEN_DAYS
const empty = { name: '', nodes: '', addresses: '', days: String(usual) }

const days = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= most,
    () => m.apiToken_daysHelp(),
  ),
)
const form = v.object({
  name: text({ required: true, max: 60 }),
  nodes: v.pipe(
    v.string(),
    v.nonEmpty(() => m.apiToken_nodesNeeded()),
  ),
  addresses: v.string(),
  days,
})

/** Makes an API token, and shows it once. */
export function NewApiToken({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const [token, setToken] = useState<string>()
  const held = useQuery({ queryKey: ['heldNodes'], queryFn: () => getHeldNodes(), staleTime: 0 })
  const own = useOwnForm({
    initial: empty,
    schema: form,
    send: ({ name, nodes, addresses, days: lasts }, idempotencyKey) =>
      makeApiToken({ data: { name, nodes: nodes.split('\n'), addresses, days: Number(lasts), idempotencyKey } }),
    onSaved: (made) => {
      setToken(made.token)
      onMade()
    },
  })
  if (token !== undefined) return <ApiTokenSecret token={token} onClose={onClose} />
  const { values, set, errorsOf, control } = own
  const chosen = new Set(values.nodes.split('\n'))
  return (
    <Dialog
      open
      size="lg"
      title={m.apiToken_newTitle()}
      onRequestClose={() => !own.saving && onClose()}
      footer={
        <>
          <Button onClick={onClose} disabled={own.saving}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" form="new-api-token" variant="primary" loading={own.saving}>
            {m.apiToken_create()}
          </Button>
        </>
      }
    >
      <form {...own.form} id="new-api-token" className="flex flex-col gap-3.5">
        <OwnNotice side="admin" notice={own.notice} />
        <FormField label={m.apiToken_name()} hint={m.apiToken_nameHelp()} errors={errorsOf('name')} required>
          <Input {...control('name')} autoComplete="off" />
        </FormField>
        <FieldGroup label={m.apiToken_nodes()} hint={m.apiToken_nodesHelp()} errors={errorsOf('nodes')} required>
          {held.data ? (
            <CheckTree
              label={m.apiToken_nodes()}
              nodes={held.data}
              stored="leaves"
              value={held.data.filter(({ node }) => chosen.has(node)).map(({ id }) => id)}
              onChange={(ids) => {
                const kept = new Set(ids)
                set('nodes', held.data.flatMap(({ id, node }) => (kept.has(id) ? [node] : [])).join('\n'))
              }}
              invalid={errorsOf('nodes').length > 0}
            />
          ) : held.error ? (
            <FailureState error={held.error} onRetry={() => void held.refetch()} retrying={held.isFetching} />
          ) : (
            <SkeletonRows rows={4} />
          )}
        </FieldGroup>
        <FormField label={m.apiToken_addresses()} hint={m.apiToken_addressesHelp()} errors={errorsOf('addresses')}>
          <Textarea {...control('addresses')} spellCheck={false} />
        </FormField>
        <FormField label={m.apiToken_days()} hint={m.apiToken_daysHelp()} errors={errorsOf('days')} required>
          <Input {...control('days')} inputMode="numeric" autoComplete="off" className="max-w-32" />
        </FormField>
      </form>
    </Dialog>
  )
}
