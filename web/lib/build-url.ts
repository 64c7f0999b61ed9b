import type { Endpoint } from '../../contract/endpoint.ts'

type Values = Record<string, string | number | boolean | undefined>

export interface UrlInput {
  params?: Values | undefined
  query?: Values | undefined
}

/**
 * Builds the address of a call: fills `:name` parts from params and appends the query. Undefined values are left out.
 */
export function buildUrl(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: UrlInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs the parameter ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}
