import { Copy, KeyRound, RotateCcw, RotateCcwClock, Trash } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { refusedText } from '#src/crud/calls/failure.ts'
import { formTypeOf } from '#src/crud/field-types/form-types.tsx'
import type { Control } from '#src/crud/fields/described-field.tsx'
import { useBoundField } from '#src/crud/fields/use-bound-field.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { randomId } from '#src/lib/random-id.ts'
import type { Field } from '#src/resource/description.ts'
import { sameValue } from '#src/resource/form-values.ts'
import { labelInText, labelText } from '#src/resource/label.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ConfirmDialog } from '#src/ui/confirm-dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { toaster } from '#src/ui/toast.tsx'
import { BrandHint } from './brand-hint.tsx'
import { type ConfigItem, configCalls } from './config.queries.ts'

type ItemControlOptions = {
  item: ConfigItem
  field: Field
  /** The first field of the item has what concerns the whole item. */
  first: boolean
  may: { edit: boolean; del: boolean }
  choicesOf(path: string): ChoiceSource
  onHistory(item: ConfigItem): void
  onDelete(item: ConfigItem): void
  onChanged(): Promise<unknown>
}

/** The kit's control of a field, with the variable name and the tools of its item below. */
export function itemControl(options: ItemControlOptions): Control {
  const { item, field, choicesOf } = options
  return (props) => {
    const state = item.secret && (item.set ? m.config_secretSet() : m.config_secretNone())
    const hint = [state, props.hint].filter(Boolean).join(' ')
    const shown = { ...props, ...(hint ? { hint } : {}) }
    return (
      <div className="flex min-w-0 flex-col gap-1">
        {formTypeOf(field).control(field, { props: shown, keeps: item.set, choicesOf })}
        {field.name === 'brandColour' && <BrandHint />}
        <ItemTools {...options} />
      </div>
    )
  }
}

function ItemTools({ item, field, first, may, onHistory, onDelete, onChanged }: ItemControlOptions): ReactNode {
  const { value, set } = useBoundField()
  const title = labelInText(field.label)
  const usual = item.defaults[field.name] ?? null
  const fixed = item.fixed !== null
  const name = item.fields.length === 1 ? item.name : field.name
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-1 gap-y-0.5">
      <button
        type="button"
        data-tip=""
        aria-label={m.config_copyName({ name })}
        onClick={() => void copyName(name)}
        className="-ml-1 inline-flex min-h-6 min-w-0 items-center gap-1 rounded px-1 font-mono text-xs text-muted hover:bg-hover hover:text-ink"
      >
        <span className="truncate">{name}</span>
        <Copy aria-hidden size={11} className="shrink-0" />
      </button>
      {item.fixed !== null && <Tag tone="warning">{m.config_fixed({ variable: item.fixed })}</Tag>}
      {first && item.public && <Tag>{m.config_public()}</Tag>}
      <span className="ml-auto flex">
        {!item.secret && !fixed && may.edit && !sameValue(value, usual) && (
          <IconButton size="sm" label={m.config_reset({ title })} onClick={() => set(usual)}>
            <RotateCcw aria-hidden size={13} />
          </IconButton>
        )}
        {item.set && may.edit && <SecretRemoval item={item} onChanged={onChanged} />}
        {first && item.id !== null && (
          <IconButton size="sm" label={m.config_history({ title: titleOfItem(item) })} onClick={() => onHistory(item)}>
            <RotateCcwClock aria-hidden size={13} />
          </IconButton>
        )}
        {first && item.own && may.del && (
          <IconButton size="sm" tone="danger" label={m.config_delete({ title })} onClick={() => onDelete(item)}>
            <Trash aria-hidden size={13} />
          </IconButton>
        )}
      </span>
    </div>
  )
}

/** The title of an item. The fields of a text per language are titled with their language. */
export function titleOfItem({ fields: [first] }: ConfigItem): string {
  return first ? labelText(first.label).replace(/ \((中文|English)\)$/, '') : ''
}

/** Copies a name. A page without https has no clipboard. */
async function copyName(name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(name)
    toaster.confirm(m.config_nameCopied())
  } catch {
    toaster.error(m.user_copyFailed())
  }
}

function SecretRemoval({ item, onChanged }: Pick<ItemControlOptions, 'item' | 'onChanged'>) {
  const [key, setKey] = useState<string>()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState('')
  const remove = async (own: string) => {
    setPending(true)
    setError('')
    try {
      await configCalls.save({ values: {}, remove: [item.name] }, own)
      toaster.success(m.config_secretRemoved())
      setKey(undefined)
      await onChanged()
    } catch (reason) {
      setError(refusedText(reason))
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <IconButton size="sm" tone="danger" label={m.config_secretRemove()} onClick={() => setKey(randomId())}>
        <KeyRound aria-hidden size={13} />
      </IconButton>
      <ConfirmDialog
        open={key !== undefined}
        danger
        title={m.config_secretRemove()}
        confirmText={m.config_secretRemove()}
        pending={pending}
        error={error && <Banner tone="danger">{error}</Banner>}
        onConfirm={() => key !== undefined && void remove(key)}
        onCancel={() => setKey(undefined)}
      >
        {m.config_secretRemoveAsk()}
      </ConfirmDialog>
    </>
  )
}
