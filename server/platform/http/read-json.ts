import { Refusal } from '../db/refusal.ts'

const poison = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads a JSON body. Keys that could reach a prototype are refused. Numbers must be plain integers, because decimals
 * travel as text. "1e3" and "1000.0" become NaN, which no schema accepts.
 */
export function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text, checkEntry)
  } catch (error) {
    throw new Refusal('invalid_request', { cause: error })
  }
}

function checkEntry(key: string, value: unknown, context?: { source?: string }): unknown {
  if (poison.has(key)) throw new Error(`refused key ${key}`)
  if (typeof value !== 'number') return value
  return /^-?\d+$/.test(context?.source ?? '') ? value : Number.NaN
}
