import { createElement, Fragment, type ReactNode } from 'react'
import { t } from '../../contract/translate.ts'

/**
 * Builds a sentence with elements in it: `richText('Read the {terms} first.', { terms: <AppLink … /> })`. Each language
 * decides on the places of the elements.
 */
export function richText(text: string, parts: Record<string, ReactNode>): ReactNode {
  const pieces = t(text)
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : (parts[piece] ?? `{${piece}}`)))
  return createElement(Fragment, null, ...pieces)
}
