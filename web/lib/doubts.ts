import { useRef, useState } from 'react'
import { t } from '../../contract/translate.ts'

/** Questions about values that are allowed but doubtful. */
export interface Doubts<Name extends string> {
  /** Returns the question about a value, once the form has asked it. */
  questionOf: (name: Name, value: string) => string | undefined
  /** Resolves to true if the values may be sent. Otherwise the questions about them are on the screen now. */
  confirmDoubts: (values: Record<Name, string>) => Promise<boolean>
  /** Takes a value as confirmed by the person. */
  accept: (name: Name, value: string) => void
}

/**
 * Finds doubtful values with `find`, which returns a question or undefined. Each question is asked once, when the form
 * is sent.
 */
export function useDoubts<Name extends string>(
  find: Record<Name, (value: string) => Promise<string | undefined>>,
): Doubts<Name> {
  const [asked, setAsked] = useState<Partial<Record<Name, { value: string; question: string }>>>({})
  const accepted = useRef(new Set<string>())
  const keyOf = (name: Name, value: string) => `${name} ${value}`
  return {
    questionOf: (name, value) => (asked[name]?.value === value ? asked[name].question : undefined),
    async confirmDoubts(values) {
      const open: typeof asked = {}
      for (const name of Object.keys(find) as Name[]) {
        const value = values[name]
        const question = accepted.current.has(keyOf(name, value)) ? undefined : await find[name](value)
        if (question !== undefined) open[name] = { value, question }
      }
      setAsked(open)
      return Object.keys(open).length === 0
    },
    accept(name, value) {
      accepted.current.add(keyOf(name, value))
      setAsked(({ [name]: _, ...others }) => others as typeof asked)
    },
  }
}

/** For members only: the server refuses a common password of an administrator. */
export async function passwordQuestion(password: string): Promise<string | undefined> {
  // The question is optional: without the list there is none.
  const list = await import('../../contract/common-passwords.ts').catch(() => undefined)
  return list?.isCommonPassword(password)
    ? t('This password is one of those that are tried first. Do you want to use it?')
    : undefined
}

export async function numberQuestion(number: string): Promise<string | undefined> {
  return /\p{Nd}/u.test(number) ? undefined : t('This number has no digits. Do you want to use it?')
}
