import { useEffect, useRef } from 'react'
import { useWatch, type Control, type FieldValues, type Path } from 'react-hook-form'
import { t } from '../../contract/translate.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface DoubtQuestionProps<T extends FieldValues, Name extends Path<T>> {
  control: Control<T>
  name: Name
  doubts: {
    /** Returns the question about a value, once it has been raised. */
    questionOf: (name: Name, value: string) => string | undefined
    /** Called when the person confirms the value. */
    accept: (name: Name, value: string) => void
  }
}

/** A question below its field, after the form was sent with a doubtful value. Confirming it sends the form again. */
export function DoubtQuestion<T extends FieldValues, Name extends Path<T>>(props: DoubtQuestionProps<T, Name>) {
  const { control, name, doubts } = props
  const value = useWatch({ control, name }) as string
  const question = doubts.questionOf(name, value)
  if (question === undefined) return null
  return <Question text={question} onAccept={() => doubts.accept(name, value)} />
}

function Question({ text, onAccept }: { text: string; onAccept: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Notice
      tone="warn"
      role="alert"
      action={
        <Button
          ref={button}
          variant="ghost"
          size="sm"
          onClick={(event) => {
            const { form } = event.currentTarget
            onAccept()
            form?.requestSubmit()
          }}
        >
          {t('Use it anyway')}
        </Button>
      }
    >
      {text}
    </Notice>
  )
}
