import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ChoiceSource } from '#src/crud/calls/choice-source.ts'
import { RecordFormBody, type RecordFormBodyProps } from '#src/crud/form/record-form-body.tsx'

const none: ChoiceSource = {
  key: ['none'],
  load: async () => ({ list: [], more: false }),
  names: async () => [],
}

type Needed = 'description' | 'base' | 'send'
type FormBodyProps = Pick<RecordFormBodyProps, Needed> & Partial<Omit<RecordFormBodyProps, Needed>>

/** The body of a form with its footer. What a test does not give does nothing. */
export function FormBody(props: FormBodyProps) {
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const [client] = useState(() => new QueryClient())
  const dirty = useRef(() => false)
  const initialFocus = useRef<HTMLElement>(null)
  return (
    <QueryClientProvider client={client}>
      <RecordFormBody
        draftName="draft"
        choicesOf={() => none}
        onSaved={() => {}}
        onCancel={() => {}}
        onUnchanged={() => {}}
        dirty={dirty}
        initialFocus={initialFocus}
        footer={footer}
        {...props}
      />
      <div ref={setFooter} />
    </QueryClientProvider>
  )
}
