import { Popover } from '@ark-ui/react/popover'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import { FormField } from '#src/ui/field.tsx'
import { lazyControl } from '#src/ui/lazy.tsx'
import { looks } from '#src/ui/looks.ts'
import { usePopup } from '#src/ui/pinned.ts'
import { PopupPortal } from '#src/ui/popups.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { ChoiceSource } from '../calls/choice-source.ts'
import { TreeTrigger } from './tree-trigger.tsx'
import { type FieldProps, useBoundField } from './use-bound-field.ts'
import { useNames } from './use-choices.ts'

const TreePanel = lazyControl(async () => (await import('./tree-panel.tsx')).TreePanel)

type TreeFieldProps = FieldProps & {
  choices: ChoiceSource
  multiple?: boolean
  /** Ids of rows that the user may not choose. */
  exclude?: ReadonlySet<number>
}

/** One or several rows of a tree. The user opens it level by level or searches it. */
export function TreeField({ choices, multiple, exclude, placeholder, disabled, ...rest }: TreeFieldProps) {
  const { name, value, errors, labels, set, leave } = useBoundField<number | null | readonly number[]>()
  const [open, setOpen] = useState(false)
  const own = useId()
  const chosen = Array.isArray(value) ? value : typeof value === 'number' ? [value] : []
  const unnamed = chosen.filter((id) => labels.nameOf(name, id) === undefined)
  labels.add(name, useNames(choices, unnamed) ?? [])
  const nameOf = (id: number) => labels.nameOf(name, id) ?? `#${id}`
  const pick = (id: number) => {
    if (multiple) return set(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
    set(id)
    setOpen(false)
  }
  const text = multiple ? m.ui_chosen({ count: chosen.length }) : nameOf(chosen[0] ?? 0)
  return (
    <FormField {...rest} disabled={disabled} errors={errors}>
      <Popover.Root
        open={open}
        onOpenChange={(details) => setOpen(details.open)}
        onExitComplete={leave}
        positioning={usePopup({ placement: 'bottom-start', gutter: 4, sameWidth: true, fitViewport: true })}
        lazyMount
        unmountOnExit
      >
        <Popover.Anchor asChild>
          <span
            className={cx(
              looks.control,
              'flex min-h-8 flex-wrap items-center has-[button:focus-visible]:border-accent-solid',
            )}
          >
            {multiple &&
              chosen.map((id) => (
                <Tag
                  key={id}
                  className="my-1 ml-1"
                  onRemove={disabled ? undefined : () => pick(id)}
                  removeLabel={m.ui_remove({ name: nameOf(id) })}
                >
                  {nameOf(id)}
                </Tag>
              ))}
            <TreeTrigger own={own} disabled={disabled}>
              <span id={own} className={cx('min-w-0 flex-1 truncate', chosen.length === 0 && 'text-subtle')}>
                {chosen.length === 0 ? (placeholder ?? m.ui_choose()) : text}
              </span>
              <ChevronDown aria-hidden size={16} className="shrink-0 text-subtle" />
            </TreeTrigger>
          </span>
        </Popover.Anchor>
        <PopupPortal>
          <Popover.Positioner>
            <Popover.Content
              aria-label={rest.label}
              className={cx(looks.popup, 'flex max-h-96 min-w-64 flex-col gap-1 p-2')}
            >
              <TreePanel
                label={rest.label}
                choices={choices}
                chosen={chosen}
                multiple={multiple}
                exclude={exclude}
                onSee={(options) => labels.add(name, options)}
                onPick={pick}
                onClear={rest.required || chosen.length === 0 ? undefined : () => set(multiple ? [] : null)}
              />
            </Popover.Content>
          </Popover.Positioner>
        </PopupPortal>
      </Popover.Root>
    </FormField>
  )
}
