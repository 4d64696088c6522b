import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { failureText } from '#src/backend/failure-text.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { FailureState } from '#src/layout/failure-state.tsx'
import { useStable } from '#src/lib/use-stable.ts'
import { Button } from '#src/ui/button.tsx'
import { CheckTree } from '#src/ui/check-tree.tsx'
import type { CheckedIds, CheckNode } from '#src/ui/check-tree-model.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import type { TreeLevels } from '#src/ui/use-tree-lines.ts'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { type FieldProps, useBoundField } from './use-bound-field.ts'
import { useTreeLevels } from './use-tree-levels.ts'

type CheckTreeFieldProps = FieldProps & { choices: ChoiceSource; stored?: CheckedIds }

/**
 * Many rows of a tree, each with a checkbox. A value that lists branches needs no rows below them, so a large tree then
 * loads level by level. Other values list rows of all levels, so their tree loads at once.
 */
export function CheckTreeField({ choices, stored, placeholder: _none, disabled, ...rest }: CheckTreeFieldProps) {
  const { name, value, errors, labels, set, leave } = useBoundField<readonly number[]>()
  const learn = useStable((nodes: readonly CheckNode[]) => {
    const chosen = new Set(value)
    labels.add(
      name,
      nodes.filter(({ id }) => chosen.has(id)).map(({ id, label }) => ({ value: id, label })),
    )
  })
  const Nodes = stored === 'branches' ? LevelNodes : WholeNodes
  return (
    <FieldGroup {...rest} errors={errors}>
      <Nodes choices={choices} value={value} onNodes={learn}>
        {(nodes, levels) => (
          <CheckTree
            label={rest.label}
            nodes={nodes}
            levels={levels}
            value={value}
            stored={stored}
            onChange={set}
            onBlur={leave}
            disabled={disabled}
            invalid={errors.length > 0}
          />
        )}
      </Nodes>
    </FieldGroup>
  )
}

type NodesProps = {
  choices: ChoiceSource
  value: readonly number[]
  /** Receives the loaded rows. Other parts of the form name the chosen ones, for example in a conflict. */
  onNodes(nodes: readonly CheckNode[]): void
  children(nodes: readonly CheckNode[], levels?: TreeLevels): ReactNode
}

function LevelNodes({ choices, value, onNodes, children }: NodesProps) {
  const { nodes, levels, ready, error, retry } = useTreeLevels(choices, value)
  useEffect(() => {
    if (value.length > 0) onNodes(nodes)
  }, [nodes, value, onNodes])
  if (!ready) return error ? <FailureState error={error} onRetry={retry} /> : <SkeletonRows rows={5} />
  return (
    <>
      {children(nodes, levels)}
      {error !== undefined && (
        <p role="alert" className="flex items-center gap-2 text-sm text-danger-ink">
          <span>{failureText(error)}</span>
          <Button size="sm" onClick={retry}>
            {m.ui_retry()}
          </Button>
        </p>
      )}
    </>
  )
}

function WholeNodes({ choices, value, onNodes, children }: NodesProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...choices.key, 'whole'],
    queryFn: ({ signal }) => {
      if (!choices.whole) throw new Error(`${choices.key.join(' ')} is no tree`)
      return choices.whole(signal)
    },
    staleTime: 10_000,
  })
  useEffect(() => {
    if (data && value.length > 0) onNodes(data.nodes)
  }, [data, value, onNodes])
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} />
  return data.tooMany ? <ErrorState message={m.checkTree_tooMany()} /> : children(data.nodes)
}
