import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Tone } from '#src/lib/tone.ts'
import { Button } from '#src/ui/button.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { NativeSelect } from '#src/ui/native-select.tsx'
import { type DesignFieldOf, shownLabel } from './design.ts'
import { readDictionary } from './dictionary.ts'
import type { FieldPart } from './field-part.ts'
import { optionValue } from './option-values.ts'
import { TextProperty } from './property-controls.tsx'

type Select = DesignFieldOf<'select'>
type Option = Select['options'][number]

const tones: readonly Tone[] = ['neutral', 'accent', 'success', 'warning', 'danger']

const toneNames: Record<Tone, () => string> = {
  neutral: m.designer_toneNeutral,
  accent: m.designer_toneAccent,
  success: m.designer_toneSuccess,
  warning: m.designer_toneWarning,
  danger: m.designer_toneDanger,
}

/** The options of a field: value, text in both languages and color. */
export function OptionsEditor({ field, onChange, errorsOf }: Omit<FieldPart, 'field'> & { field: Select }) {
  const { options } = field
  const put = (next: Option[], step?: string) => onChange({ ...field, options: next }, step)
  const replace = (at: number, option: Option, step?: string) =>
    put(
      options.map((one, index) => (index === at ? option : one)),
      step && `options ${at} ${step}`,
    )
  const move = (at: number, to: number) => {
    const option = options[at]
    if (option) put(options.toSpliced(at, 1).toSpliced(to, 0, option))
  }
  return (
    <FieldGroup label={m.designer_options()} errors={errorsOf('options')}>
      <div className="flex flex-col gap-2">
        {options.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a value changes while it is typed, and a place does not
          <div key={at} className="designer-options">
            <Input
              aria-label={m.designer_optionValue({ at: at + 1 })}
              value={String(option.value)}
              maxLength={16}
              onChange={(event) =>
                replace(at, { ...option, value: optionValue(event.target.value, options.toSpliced(at, 1)) }, 'value')
              }
            />
            <span className="flex items-center justify-end">
              <NativeSelect
                size="sm"
                aria-label={m.designer_tone({ at: at + 1 })}
                items={tones.map((value) => ({ value, label: toneNames[value]() }))}
                value={option.tone ?? 'neutral'}
                onChange={(text) => replace(at, { ...option, tone: tones.find((one) => one === text) })}
              />
              <IconButton label={m.designer_moveUp()} size="sm" disabled={at === 0} onClick={() => move(at, at - 1)}>
                <ArrowUp aria-hidden size={14} />
              </IconButton>
              <IconButton
                label={m.designer_moveDown()}
                size="sm"
                disabled={at === options.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown aria-hidden size={14} />
              </IconButton>
              <IconButton
                label={m.ui_remove({ name: shownLabel(option.label, String(option.value)) })}
                size="sm"
                tone="danger"
                disabled={options.length === 1}
                onClick={() => put(options.toSpliced(at, 1))}
              >
                <Trash2 aria-hidden size={14} />
              </IconButton>
            </span>
            <Input
              lang="zh-cn"
              aria-label={`${m.designer_optionText({ at: at + 1 })} (${m.designer_chinese()})`}
              placeholder={m.designer_chinese()}
              value={option.label['zh-cn']}
              onChange={(event) =>
                replace(at, { ...option, label: { ...option.label, 'zh-cn': event.target.value } }, 'zh')
              }
            />
            <Input
              lang="en"
              aria-label={`${m.designer_optionText({ at: at + 1 })} (${m.designer_english()})`}
              placeholder={m.designer_english()}
              value={option.label.en}
              onChange={(event) => replace(at, { ...option, label: { ...option.label, en: event.target.value } }, 'en')}
            />
          </div>
        ))}
        <Button
          size="sm"
          icon={<Plus aria-hidden size={14} />}
          className="w-fit"
          onClick={() =>
            put([...options, { value: optionValue(freeValue(options), options), label: { 'zh-cn': '', en: '' } }])
          }
        >
          {m.designer_addOption()}
        </Button>
        <Dictionary onRead={(read) => put(read)} />
        <p className="text-xs text-subtle">{m.designer_dictionaryHint()}</p>
      </div>
    </FieldGroup>
  )
}

/** Fills all options from a comment. */
function Dictionary({ onRead }: { onRead(options: Option[]): void }) {
  const [text, setText] = useState('')
  const found = readDictionary(text) ?? readDictionary(`x:${text}`)
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextProperty label={m.designer_dictionary()} value={text} onChange={setText} />
      </div>
      <Button
        size="sm"
        disabled={!found}
        onClick={() => {
          if (!found) return
          onRead(found.options)
          setText('')
        }}
      >
        {m.designer_fill()}
      </Button>
    </div>
  )
}

/** A value that no option has. */
function freeValue(options: readonly Option[]): string {
  const taken = new Set(options.map(({ value }) => String(value)))
  let number = options.length + 1
  while (taken.has(String(number))) number += 1
  return String(number)
}
