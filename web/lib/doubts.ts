import { useRef, useState } from 'react'
import { t } from '../../contract/translate.ts'

/** What is taken, but asked about first. */
export interface Doubts<Name extends string> {
  /** The question about a value, once it has been asked. */
  questionOf: (name: Name, value: string) => string | undefined
  /** Says whether the values may be sent; otherwise the questions about them are on the screen now. */
  pass: (values: Record<Name, string>) => Promise<boolean>
  /** The person means it. */
  accept: (name: Name, value: string) => void
}

/** `find` has a question for a doubtful value. Each is asked once, when the form is sent. */
export function useDoubts<Name extends string>(
  find: Record<Name, (value: string) => Promise<string | undefined>>,
): Doubts<Name> {
  const [asked, setAsked] = useState<Partial<Record<Name, { value: string; question: string }>>>({})
  const accepted = useRef(new Set<string>())
  const keyOf = (name: Name, value: string) => `${name} ${value}`
  return {
    questionOf: (name, value) => (asked[name]?.value === value ? asked[name].question : undefined),
    async pass(values) {
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

/** Asked of members; of administrators the server takes no such password. */
export async function doubtPassword(password: string): Promise<string | undefined> {
  // Only a question: without the list there is none.
  const list = await import('../../contract/common-passwords.ts').catch(() => undefined)
  return list?.isCommonPassword(password)
    ? t('This password is one of those that are tried first. Do you want to use it?')
    : undefined
}

export async function doubtNumber(number: string): Promise<string | undefined> {
  return /\p{Nd}/u.test(number) ? undefined : t('This number has no digits. Do you want to use it?')
}
