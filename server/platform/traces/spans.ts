/** Says more of a span than its name. No value names a person, an address, an amount or a token. */
export type Details = Record<string, string | number>

/** A span of another program, to which a call belongs. */
export interface Link {
  traceId: string
  spanId: string
}

export interface SpanStart {
  /** Calls and jobs are traces of their own. Statements and outgoing calls are parts of the one that they serve. */
  kind: 'call' | 'job' | 'statement' | 'outgoing'
  /** One of a fixed set of names. */
  name: string
  details?: Details
  link?: Link | undefined
}

/** A piece of work that has begun. */
export interface OpenSpan {
  /** Runs work of which all spans become parts of this one. */
  within<Result>(work: () => Result): Result
  add(details: Details): void
  /** Ends the span, once. `failure` is a code of a few, and never a message. */
  end(failure?: string): void
}

/** The traces of this process. */
export interface Traces {
  /** Returns undefined for a part of nothing, or of something that is over or is not traced. */
  begin(start: SpanStart): OpenSpan | undefined
  /** The id of the trace to which the present work belongs. */
  traceId(): string | undefined
  /** The number of spans that the collector has, and of those that it never got. */
  counts(): { sent: number; dropped: number }
  /** Sends what waits, for a short time at most. */
  close(): Promise<void>
}

let traces: Traces | undefined

/** Begins to trace this process, or ends it. A process has one way to trace, as it has one log. */
export function useTraces(given: Traces | undefined): void {
  traces = given
}

/** Returns the traces of this process; undefined if the settings name no collector. */
export function currentTraces(): Traces | undefined {
  return traces
}

/** Runs work in a span. Without traces it runs the work, and nothing else. */
export async function inSpan<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const span = traces?.begin(start)
  if (!span) return work()
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end(codeOfFailure(error))
    throw error
  }
}

/** Returns the code of an error, or its kind. Its message could repeat what a person has sent. */
export function codeOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return /^\w{1,60}$/.test(code) ? code : 'unknown'
}
