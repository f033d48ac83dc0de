import { PawlError } from '../../errors.js';

/** Where the Messages API is reached, and what must never be shown. */
export interface Endpoint {
  /** Without a trailing slash, `/v1`, user name or password. */
  readonly baseUrl: string;
  /** Null in a run from stored calls alone. */
  readonly key: string | null;
  /** Removes the key and other secrets from a text. */
  readonly redact: (text: string) => string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const publicUrl = 'https://api.anthropic.com';

/**
 * Reads `ANTHROPIC_API_KEY` (or `ANTHROPIC_AUTH_TOKEN`) and `ANTHROPIC_BASE_URL`. A server of one's own may go without a key.
 *
 * @param offline no key is needed, since nothing is sent
 * @throws PawlError `environment` without a key, `usage` for a base URL that is none
 */
export function readEndpoint(environment: Environment, offline: boolean): Endpoint {
  const given = (name: string): string | null => {
    const value = environment[name]?.trim() ?? '';
    return value === '' ? null : value;
  };
  const url = parseUrl(given('ANTHROPIC_BASE_URL') ?? publicUrl);
  const baseUrl = `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}`;
  const key = given('ANTHROPIC_API_KEY') ?? given('ANTHROPIC_AUTH_TOKEN');
  if (key === null && !offline && baseUrl === publicUrl) {
    throw new PawlError('environment', 'there is no key for a real model: ANTHROPIC_API_KEY is not set', {
      hint:
        'set ANTHROPIC_API_KEY, or point ANTHROPIC_BASE_URL at a server of your own that speaks the Messages API; ' +
        'without either, --roles simulated runs offline',
    });
  }
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    throw new PawlError('environment', 'ANTHROPIC_API_KEY holds blanks or characters that no key has', {
      hint: 'set it again, without quotes or line breaks',
    });
  }
  const secrets = [key, url.password, ...headerValues(given('ANTHROPIC_CUSTOM_HEADERS'))];
  return { baseUrl, key: key ?? (offline ? null : 'none'), redact: redactor(secrets) };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new PawlError('usage', 'ANTHROPIC_BASE_URL is not an http(s) address', {
    hint: 'for example http://127.0.0.1:8080, without /v1',
  });
}

/** Proxies are given their passwords in headers. */
function headerValues(text: string | null): string[] {
  return (text ?? '').split('\n').map((line) => line.slice(line.indexOf(':') + 1).trim());
}

/** Short texts are no secrets, and replacing them would garble messages. */
function redactor(secrets: readonly (string | null)[]): (text: string) => string {
  const hidden = [...new Set(secrets.filter((one) => one !== null && one.length >= 6))] as string[];
  hidden.sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((safe, secret) => safe.replaceAll(secret, '[key]'), text);
}
