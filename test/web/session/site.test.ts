import { beforeAll, describe, expect, it } from '@jest/globals';
import { findCampus } from '#domain/campus/registry.ts';
import type { bareAddress, campusAddress, shareAddress } from '#web/session/site.ts';

let addressOf: typeof campusAddress;
let sharedOf: typeof shareAddress;
let bareOf: typeof bareAddress;

/** A page of OU, on this machine. */
beforeAll(async () => {
  Object.assign(globalThis, {
    location: { host: 'ou.localhost:3000', hostname: 'ou.localhost', port: '3000', protocol: 'http:' },
  });
  const site = await import('#web/session/site.ts');
  addressOf = site.campusAddress;
  sharedOf = site.shareAddress;
  bareOf = site.bareAddress;
});

describe('the address of another campus’s site', () => {
  const ut = () => findCampus('ut') as NonNullable<ReturnType<typeof findCampus>>;

  it.each([
    ['ou.localhost:3000', 'http:', 'http://ut.localhost:3000'],
    ['localhost:3000', 'http:', 'http://ut.localhost:3000'],
    ['ou.quad.example', 'https:', 'https://ut.quad.example'],
    ['www.ou.quad.example', 'https:', 'https://www.ut.quad.example'],
    ['192.168.1.7:3000', 'http:', 'https://ut.quad.example'],
    ['nowhere.example', 'https:', 'https://ut.quad.example'],
  ])('[CAMP-01] [CAMP-06 in part] from %s', (host, protocol, address) => {
    expect(addressOf(ut(), { host, protocol })).toBe(address);
  });

  it('[CAMP-14] is what is shared of a page, with the mark of a shared link, beside what the address says already', () => {
    expect(sharedOf(ut(), '/post/abc?comment=def')).toBe('http://ut.localhost:3000/post/abc?comment=def&redirect=true');
    expect(sharedOf(ut(), '/post/abc')).toBe('http://ut.localhost:3000/post/abc?redirect=true');
  });
});

describe('[CAMP-16 in part] the site beside the campuses’ own, where somebody may have logged in', () => {
  const at = (hostname: string, publicUrl?: string) => bareOf({ hostname, port: '', protocol: 'https:' }, publicUrl);

  it('is the one of PUBLIC_URL, and under the names of this machine its bare name', () => {
    expect(at('ut.quad.example', 'https://quad.example')).toBe('https://quad.example');
    expect(at('ut.localhost', 'https://quad.example')).toBe('https://localhost');
  });

  it('is none where no address is configured', () => {
    expect(at('ut.quad.example')).toBeNull();
  });
});
