import { Plus, Trash2 } from 'lucide-react'
import { m } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button.tsx'
import { FieldGroup } from '#src/ui/field-group.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { type DesignFieldOf, freeName, isFieldName, shownLabel } from './design.ts'
import type { FieldPart } from './field-part.ts'
import { ChoiceProperty, FlagProperty, LabelProperty, TextProperty } from './property-controls.tsx'
import { retyped } from './retype.ts'
import { typeNames } from './type-names.ts'

type Rows = DesignFieldOf<'rows'>
type Cell = Rows['fields'][number]

const cellTypes = ['text', 'integer', 'number', 'money', 'switch', 'date', 'time', 'year', 'color'] as const

/** The columns of a table in the form. */
export function CellsEditor({ field, onChange }: Omit<FieldPart, 'field'> & { field: Rows }) {
  const { fields } = field
  const put = (next: Cell[], step?: string) => onChange({ ...field, fields: next }, step)
  const replace = (at: number, cell: Cell, step?: string) =>
    put(
      fields.map((one, index) => (index === at ? cell : one)),
      step && `cells ${at} ${step}`,
    )
  const names = fields.map(({ name }) => name)
  const isWrong = (name: string) => !isFieldName(name) || names.indexOf(name) !== names.lastIndexOf(name)
  return (
    <FieldGroup label={m.designer_cells()}>
      <div className="flex flex-col gap-3">
        {fields.map((cell, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed, and a place does not
          <div key={at} className="flex flex-col gap-2 rounded-md border border-line p-2">
            <LabelProperty
              label={m.designer_label()}
              value={cell.label}
              onChange={(label) => replace(at, { ...cell, label }, 'label')}
            />
            <div className="grid grid-cols-2 gap-2">
              <TextProperty
                label={m.designer_name()}
                value={cell.name}
                errors={isWrong(cell.name) ? [m.designer_nameWrong()] : []}
                maxLength={40}
                onChange={(name) => replace(at, { ...cell, name }, 'name')}
              />
              <ChoiceProperty
                label={m.designer_type()}
                items={(cellTypes.some((one) => one === cell.type) ? cellTypes : [...cellTypes, cell.type]).map(
                  (value) => ({ value, label: typeNames[value]() }),
                )}
                value={cell.type}
                onChange={(value) => {
                  const type = cellTypes.find((one) => one === value)
                  const next = type && cellOf(retyped(cell, type))
                  if (next) replace(at, next)
                }}
              />
            </div>
            <div className="flex items-center justify-between">
              <FlagProperty
                label={m.designer_required()}
                value={cell.required}
                onChange={(required) => replace(at, { ...cell, required: required || undefined })}
              />
              <IconButton
                label={m.ui_remove({ name: shownLabel(cell.label, cell.name) })}
                size="sm"
                tone="danger"
                disabled={fields.length === 1}
                onClick={() => put(fields.toSpliced(at, 1))}
              >
                <Trash2 aria-hidden size={14} />
              </IconButton>
            </div>
          </div>
        ))}
        <Button
          size="sm"
          icon={<Plus aria-hidden size={14} />}
          className="w-fit"
          disabled={fields.length >= 30}
          onClick={() =>
            put([...fields, { name: freeName(names, 'field'), type: 'text', label: { 'zh-cn': '', en: '' }, max: 100 }])
          }
        >
          {m.designer_addCell()}
        </Button>
      </div>
    </FieldGroup>
  )
}

/** A field as a cell. Undefined for a type that no cell has. */
function cellOf(field: ReturnType<typeof retyped>): Cell | undefined {
  switch (field.type) {
    case 'text':
    case 'integer':
    case 'number':
    case 'money':
    case 'switch':
    case 'date':
    case 'time':
    case 'year':
    case 'color':
      return field
    default:
      return undefined
  }
}
