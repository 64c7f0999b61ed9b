import { createElement, Fragment, type ReactNode } from 'react'
import { t } from '../../contract/translate.ts'

/**
 * A sentence with parts that are more than text: `richText('Read the {terms} first.', { terms: <AppLink … /> })`. Each
 * language puts the parts where it wants them.
 */
export function richText(text: string, parts: Record<string, ReactNode>): ReactNode {
  const pieces = t(text)
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : (parts[piece] ?? `{${piece}}`)))
  return createElement(Fragment, null, ...pieces)
}
