import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choiceOption } from '#src/crud/fields/choice-option.ts'
import { useChoices } from '#src/crud/fields/use-choices.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { Button } from '#src/ui/button.tsx'
import { Combobox } from '#src/ui/combobox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FormField } from '#src/ui/field.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { CompareView } from './compare-view.tsx'
import { roles } from './role.queries.ts'

type Named = { id: number; name: string }

/** Compares a role with another one, which the user chooses unless it is given. */
export function CompareDialog({ role, other, onClose }: { role: Named; other?: Named | undefined; onClose(): void }) {
  const [second, setSecond] = useState(other)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [roles.key, 'compare', role.id, second?.id],
    queryFn: ({ signal }) => roles.compare({ 'ids[]': [role.id, second?.id ?? 0] }, signal),
    enabled: second !== undefined,
    staleTime: 0,
  })
  return (
    <Dialog
      open
      onRequestClose={onClose}
      title={m.role_compareTitle({ name: role.name })}
      size="xl"
      footer={<Button onClick={onClose}>{m.ui_close()}</Button>}
    >
      <div className="flex flex-col gap-3">
        <SecondRole first={role.id} second={second} onChoose={setSecond} />
        {error ? (
          <FailureState error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : data ? (
          <CompareView comparison={data} />
        ) : (
          second && <SkeletonRows rows={6} />
        )}
      </div>
    </Dialog>
  )
}

type SecondRoleProps = { first: number; second: Named | undefined; onChoose(role: Named | undefined): void }

function SecondRole({ first, second, onChoose }: SecondRoleProps) {
  const [text, setText] = useState('')
  const [looked, setLooked] = useState(false)
  const found = useChoices(roles.choices('pid'), { text, enabled: looked })
  const items = found.options.map(choiceOption).filter(({ value }) => Number(value) !== first)
  const choose = (value: string | null) => {
    const item = items.find((one) => one.value === value)
    onChoose(item && { id: Number(item.value), name: item.label })
  }
  return (
    <FormField label={m.role_compareSecond()} className="max-w-96">
      <Combobox
        items={items}
        value={second ? String(second.id) : null}
        selected={second ? { value: String(second.id), label: second.name } : null}
        onChange={choose}
        onSearch={setText}
        onOpen={() => setLooked(true)}
        onMore={found.hasMore ? found.more : undefined}
        loading={found.loading && looked}
        clearable={false}
      />
    </FormField>
  )
}
