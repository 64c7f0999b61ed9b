import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig, settings } from '../server/platform/config.ts'
import { assertSafeInProduction } from '../server/platform/production-rules.ts'
import { compose, deployFolder as deploy, fillIn, imageEnv, readDeployed as read } from './helpers/compose.ts'

/** Node reads the folder of its compiled sources by itself. */
const names = new Set<string>([...Object.values(settings).map(({ name }) => name), 'NODE_COMPILE_CACHE'])
const unknownNames = (given: object) => Object.keys(given).filter((name) => !names.has(name))

describe('the files of an installation', () => {
  test('the example of settings is complete and safe', () => {
    const example = parseEnv(read('et.env.example'))
    expect(unknownNames(example)).toEqual([])
    expect(() => assertSafeInProduction(readConfig(example))).not.toThrow()
  })

  test('compose names settings, files, volumes and networks that there are', () => {
    const { app, database, store, proxy } = compose.services
    expect(unknownNames({ ...app.environment, ...imageEnv })).toEqual([])
    expect(existsSync(join(deploy, `${app.env_file}.example`))).toBe(true)
    const mounts = Object.values(compose.services).flatMap(({ volumes }) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    )
    const missing = mounts.filter((from) =>
      from.startsWith('./') ? !existsSync(join(deploy, from)) : !(from in compose.volumes),
    )
    expect(missing).toEqual([])
    expect(
      Object.values(compose.services)
        .flatMap(({ networks }) => networks)
        .filter((name) => !(name in compose.networks)),
    ).toEqual([])
    // The proxy is trusted by its network, and only the server reaches the database and the store.
    expect(app.environment['TRUSTED_PROXIES']).toBe(compose.networks['outside']?.ipam?.config[0]?.subnet)
    expect(compose.networks['inside']?.internal).toBe(true)
    expect([database.networks, store.networks, proxy.networks]).toEqual([['inside'], ['inside'], ['outside']])
    expect(proxy.environment['SERVERS']).toBe(`app:${imageEnv['PORT']}`)
    for (const name of Object.keys(proxy.environment)) expect(read('Caddyfile')).toContain(`{$${name}}`)
  })

  test('compose has a bucket for the server, which waits for it, and its settings are safe', () => {
    const { app, store } = compose.services
    const values = {
      DOMAIN: 'coins.example.org',
      OWNER_PASSWORD: 'owner',
      LOGIN_PASSWORD: 'login',
      STORE_ACCESS_KEY: 'key',
      STORE_SECRET_KEY: 'secret',
    }
    const env = { ...parseEnv(read('et.env.example')), ...imageEnv, ...fillIn(app, values, {}) }
    expect(() => assertSafeInProduction(readConfig(env))).not.toThrow()
    expect(fillIn(store, values, {})).toEqual({ ROOT_ACCESS_KEY: 'key', ROOT_SECRET_KEY: 'secret' })
    expect([env['S3_ACCESS_KEY_ID'], env['S3_SECRET_ACCESS_KEY']]).toEqual(['key', 'secret'])
    // A folder of the volume is a bucket, and the region is the usual one of both.
    const command = store.entrypoint?.at(-1) ?? ''
    expect(store.volumes).toEqual(['store:/data'])
    expect(command).toBe(
      `mkdir -p /data/${env['S3_BUCKET']} && exec versitygw --port :7070 --health /health posix /data`,
    )
    expect(env['S3_ENDPOINT']).toBe('http://store:7070')
    expect(store.healthcheck?.test.at(-1)).toBe('http://127.0.0.1:7070/health')
    expect(app.depends_on?.['store']).toEqual({ condition: 'service_healthy' })
  })

  test('the unit of systemd starts the commands of a release in a sandbox', () => {
    const lines = read('et@.service')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
    const valuesOf = (key: string) =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
    expect(
      unknownNames(
        Object.fromEntries(
          valuesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
        ),
      ),
    ).toEqual([])
    expect([...valuesOf('ExecStart'), ...valuesOf('ExecStartPost')]).toEqual([
      '/opt/et/current/bin/et start',
      '/opt/et/current/bin/et health --wait 3600 --pid $MAINPID',
    ])
    // Compiled sources are code, so only the user of the server may write them.
    expect([valuesOf('CacheDirectory'), valuesOf('CacheDirectoryMode')]).toEqual([['et'], ['0700']])
    expect(valuesOf('Environment').join(' ')).toContain('NODE_COMPILE_CACHE=/var/cache/et')
    for (const key of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'RestrictNamespaces']) {
      expect([key, ...valuesOf(key)]).toEqual([key, 'yes'])
    }
    expect([valuesOf('ProtectSystem'), valuesOf('CapabilityBoundingSet'), valuesOf('User')]).toEqual([
      ['strict'],
      [''],
      ['et'],
    ])
  })

  const analyser = spawnSync('systemd-analyze', ['--version'])
  test.runIf(analyser.status === 0)('systemd rates the sandbox as good', () => {
    const args = ['security', '--offline=true', '--threshold=25', '--no-pager', join(deploy, 'et@.service')]
    expect(spawnSync('systemd-analyze', args).status).toBe(0)
  })
})
