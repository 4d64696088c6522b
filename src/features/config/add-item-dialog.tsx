import { useMemo } from 'react'
import { type FormDescription, RecordForm } from '#src/crud/form/record-form.tsx'
import { m } from '#src/i18n/paraglide/messages.js'
import type { Label, Option } from '#src/resource/description.ts'
import { type OwnDefinition, type OwnType, optionTypes, ownTypes } from '#src/resource/own-setting.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { type ConfigGroup, type ConfigScreen, configCalls } from './config.queries.ts'

type ItemForm = {
  group: string
  name: string
  title: string
  titleEn: string
  type: OwnType
  options: { key: string; value: string }[]
  resource: string | null
  tip: string
  rule: OwnDefinition['rule']
  min: number | null
  max: number | null
  weight: number | null
  required: number
  public: number
}

const typeTitles: Record<OwnType, Label> = {
  text: m.config_typeText,
  textarea: m.config_typeTextarea,
  password: m.config_typePassword,
  integer: m.config_typeInteger,
  number: m.config_typeNumber,
  money: m.config_typeMoney,
  switch: m.config_typeSwitch,
  select: m.config_typeSelect,
  selects: m.config_typeSelects,
  radio: m.config_typeRadio,
  checkbox: m.config_typeCheckbox,
  texts: m.config_typeTexts,
  pairs: m.config_typePairs,
  date: m.config_typeDate,
  datetime: m.config_typeDatetime,
  time: m.config_typeTime,
  year: m.config_typeYear,
  color: m.config_typeColor,
  icon: m.config_typeIcon,
  image: m.config_typeImage,
  images: m.config_typeImages,
  file: m.config_typeFile,
  files: m.config_typeFiles,
  editor: m.config_typeEditor,
  area: m.config_typeArea,
  relation: m.config_typeRelation,
  relations: m.config_typeRelations,
}

const rules: Record<NonNullable<OwnDefinition['rule']>, Label> = {
  account: m.config_ruleAccount,
  code: m.config_ruleCode,
  mobile: m.config_ruleMobile,
  phone: m.config_rulePhone,
  name: m.config_ruleName,
  idNumber: m.config_ruleIdNumber,
  studentNumber: m.config_ruleStudentNumber,
  email: m.config_ruleEmail,
  uuid: m.config_ruleUuid,
  url: m.config_ruleUrl,
}

const optionsOf = (titles: Readonly<Record<string, Label>>): Option[] =>
  Object.entries(titles).map(([value, label]) => ({ value, label }))

type Choices = {
  groups: readonly ConfigGroup[]
  /** Whose records an item can name. */
  resources: ConfigScreen['resources']
}

function descriptionOf({ groups, resources }: Choices, group: string): FormDescription<ItemForm> {
  const among = (...types: OwnType[]) => ({ field: 'type', in: types }) as const
  return {
    key: 'configItem',
    fields: [
      {
        name: 'group',
        label: m.config_ownGroup,
        type: 'select',
        required: true,
        default: group,
        options: groups.map(({ name, title }) => ({ value: name, label: title })),
      },
      { name: 'name', label: m.config_ownName, help: m.config_ownNameTip, type: 'text', max: 30, required: true },
      { name: 'title', label: m.config_ownTitle, type: 'text', max: 60, required: true },
      { name: 'titleEn', label: m.config_ownTitleEn, type: 'text', max: 60 },
      {
        name: 'type',
        label: m.config_ownType,
        type: 'select',
        required: true,
        default: 'text',
        options: ownTypes.map((value) => ({ value, label: typeTitles[value] })),
      },
      { name: 'weight', label: m.config_ownWeight, help: m.config_ownWeightTip, type: 'integer', default: 0 },
      {
        name: 'options',
        label: m.config_ownOptions,
        type: 'pairs',
        maxItems: 100,
        keyLabel: m.config_ownKey,
        valueLabel: m.config_ownValue,
        showWhen: { field: 'type', in: optionTypes },
      },
      {
        name: 'resource',
        label: m.config_ownResource,
        type: 'select',
        options: resources.map(({ key, title }) => ({ value: key, label: title })),
        required: true,
        showWhen: among('relation', 'relations'),
      },
      { name: 'rule', label: m.config_ownRule, type: 'select', options: optionsOf(rules), showWhen: among('text') },
      { name: 'min', label: m.config_ownMin, type: 'number', showWhen: among('integer', 'number', 'year') },
      {
        name: 'max',
        label: m.config_ownMax,
        type: 'number',
        showWhen: among('integer', 'number', 'year', 'text', 'textarea', 'texts'),
      },
      { name: 'tip', label: m.config_ownTip, type: 'text', max: 200, wide: true },
      { name: 'required', label: m.config_ownRequired, type: 'switch', default: 0 },
      {
        name: 'public',
        label: m.config_ownPublic,
        help: m.config_ownPublicTip,
        type: 'switch',
        default: 0,
        showWhen: { field: 'type', notIn: ['password'] },
      },
    ],
  }
}

type AddItemDialogProps = Choices & {
  /** The open group, which a new item goes into. */
  group: string
  onClose(): void
  onAdded(): Promise<unknown>
  onGroup(name: string): void
}

/** Adds an item of the site's own. */
export function AddItemDialog({ groups, resources, group, onClose, onAdded, onGroup }: AddItemDialogProps) {
  const description = useMemo(() => descriptionOf({ groups, resources }, group), [groups, resources, group])
  return (
    <Dialog open onRequestClose={onClose} title={m.config_addItem()} size="lg">
      <RecordForm<ItemForm>
        bare
        description={description}
        draft={group}
        onCancel={onClose}
        onSubmit={async (values, { key }) => {
          const { required, public: open, weight, resource, ...rest } = values
          const body = {
            ...rest,
            required: required === 1,
            public: open === 1,
            weight: weight ?? 0,
            resource: resource ?? '',
          }
          const { msg } = await configCalls.add(body, key)
          await onAdded()
          onGroup(values.group)
          onClose()
          return { msg }
        }}
      />
    </Dialog>
  )
}
