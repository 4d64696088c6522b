import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { useStable } from '#src/lib/use-stable.ts'
import { CheckTree } from '#src/ui/check-tree.tsx'
import type { CheckedIds, CheckNode } from '#src/ui/check-tree-model.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { type FieldProps, useBoundField } from './use-bound-field.ts'

type CheckTreeFieldProps = FieldProps & { choices: ChoiceSource; stored?: CheckedIds }

/** Many rows of a tree, each with a checkbox. The whole tree loads at once, so that every count and state is exact. */
export function CheckTreeField({ choices, stored, placeholder: _none, disabled, ...rest }: CheckTreeFieldProps) {
  const { name, value, errors, labels, set, leave } = useBoundField<readonly number[]>()
  const { data, error, refetch } = useQuery({
    queryKey: [...choices.key, 'whole'],
    queryFn: ({ signal }) => {
      if (!choices.whole) throw new Error(`${choices.key.join(' ')} is no tree`)
      return choices.whole(signal)
    },
    staleTime: 10_000,
  })
  const learn = useStable((nodes: readonly CheckNode[]) => {
    const chosen = new Set(value)
    labels.add(
      name,
      nodes.filter(({ id }) => chosen.has(id)).map(({ id, label }) => ({ value: id, label })),
    )
  })
  // Other parts of the form name the chosen rows, for example when somebody else has changed them.
  useEffect(() => {
    if (data && value.length > 0) learn(data.nodes)
  }, [data, value, learn])
  return (
    <FieldGroup {...rest} errors={errors}>
      {error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : data?.tooMany ? (
        <ErrorState message={m.checkTree_tooMany()} />
      ) : data ? (
        <CheckTree
          label={rest.label}
          nodes={data.nodes}
          value={value}
          stored={stored}
          onChange={set}
          onBlur={leave}
          disabled={disabled}
          invalid={errors.length > 0}
        />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </FieldGroup>
  )
}
