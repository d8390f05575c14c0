import { describe, expect, it } from '@jest/globals';
import { addressOf, parseKurrentUrl } from '#server/engines/kurrent/connection.ts';
import { EngineRefused } from '#server/ports/engineRefused.ts';

function refusal(url: string): EngineRefused {
  try {
    parseKurrentUrl(url);
  } catch (error) {
    if (error instanceof EngineRefused) return error;
  }
  throw new Error(`${url} was not refused.`);
}

describe('the connection string of KurrentDB', () => {
  it('is TLS on port 2113 unless it says otherwise', () => {
    expect(parseKurrentUrl('esdb://events.ou.edu')).toMatchObject({
      discover: false,
      hosts: [{ address: 'events.ou.edu', port: 2113 }],
      credentials: null,
      tls: true,
    });
    expect(parseKurrentUrl('kurrentdb://localhost:2114/?TLS=false')).toMatchObject({
      hosts: [{ address: 'localhost', port: 2114 }],
      tls: false,
    });
  });

  it('has percent-encoded credentials, certificates and pings', () => {
    const url = 'esdb://quad:a%40b%3Ac@h?tlsCAFile=%2Fetc%2Fca.pem&keepAliveInterval=10000&connectionName=quad';
    expect(parseKurrentUrl(url)).toMatchObject({
      credentials: { username: 'quad', password: 'a@b:c' },
      tlsCAFile: '/etc/ca.pem',
      keepAliveInterval: 10_000,
      connectionName: 'quad',
    });
  });

  it('asks for the nodes of a cluster when it names several hosts, or says so', () => {
    expect(parseKurrentUrl('esdb://a:1,b:2,c')).toMatchObject({ discover: true });
    expect(parseKurrentUrl('esdb+discover://cluster.ou.edu')).toMatchObject({ discover: true });
    expect(addressOf(parseKurrentUrl('esdb://u:p@a:1,b:2,c'))).toBe('a:1,b:2,c:2113');
  });

  it('may be as the vendor prints it: options of the search, times, addresses of IPv6', () => {
    const url =
      'kurrentdb+discover://admin:changeit@[::1]:2113,[2001:db8::7],c.ou.edu?tls=true&tlsVerifyCert=true&nodePreference=leader' +
      '&maxDiscoverAttempts=3&discoveryInterval=200&gossipTimeout=2&defaultDeadline=7000&throwOnAppendFailure=true';
    const connection = parseKurrentUrl(url);
    expect(connection).toMatchObject({
      hosts: [
        { address: '::1', port: 2113 },
        { address: '2001:db8::7', port: 2113 },
        { address: 'c.ou.edu', port: 2113 },
      ],
      verifiesCertificate: true,
      maxDiscoverAttempts: 3,
      discoveryInterval: 200,
      gossipTimeout: 2,
      defaultDeadline: 7_000,
      notes: [],
    });
    expect(addressOf(connection)).toBe('[::1]:2113,[2001:db8::7]:2113,c.ou.edu:2113');
  });

  it.each([
    [
      'esdb+discover://h?nodePreference=follower',
      /nodePreference in EVENTSTORE_URL changes nothing: .*the leader alone/,
    ],
    ['esdb+discover://h?node_preference=read_only_replica', /nodePreference in EVENTSTORE_URL changes nothing/],
    ['esdb://h?throwOnAppendFailure=false', /throwOnAppendFailure in EVENTSTORE_URL changes nothing/],
    ['esdb://h?gossipTimeout=9', /gossipTimeout in EVENTSTORE_URL changes nothing: it names one server/],
  ])('says why an option changes nothing: %s', (url, note) => {
    expect(parseKurrentUrl(url).notes).toEqual([expect.stringMatching(note)]);
  });

  it.each([
    ['', 'it has to look like'],
    ['localhost:2113', 'it has to look like'],
    ['https://localhost:2113', 'it has to look like'],
    ['esdb://', 'it has to look like'],
    ['esdb://host:port', 'each host has to look like'],
    ['esdb://host:99999', 'each host has to look like'],
    ['esdb://host?tls=maybe', 'tls has to be true or false'],
    ['esdb://host?tls=', 'the option tls has no value'],
    ['esdb://host?tlsVerifyCert=no', 'tlsVerifyCert has to be true or false'],
    ['esdb://host?throwOnAppendFailure=1', 'throwOnAppendFailure has to be true or false'],
    ['esdb://host?nodePreference=nearest', 'nodePreference has to be leader, follower, random or readOnlyReplica'],
    ['esdb://host?maxDiscoverAttempts=0', 'maxDiscoverAttempts has to be a number from 1 on'],
    ['esdb://host?defaultDeadline=-1', 'defaultDeadline has to be a number from 1 on'],
    ['esdb://host?compression=on', 'does not know the option compression'],
    ['esdb://::1:2113', 'each host has to look like'],
    ['esdb://[::1', 'each host has to look like'],
    ['esdb://[12.4]:2113', 'each host has to look like'],
    ['esdb://host?userCertFile=a.pem', 'belong together'],
    ['esdb://host?keepAliveInterval=soon', 'keepAliveInterval has to be a number'],
    ['esdb://quad@host', 'before the @ has to stand user:password'],
    ['esdb://quad:@host', 'before the @ has to stand user:password'],
    ['esdb://:secret@host', 'before the @ has to stand user:password'],
    ['esdb://quad:%zz@host', 'not followed by two hexadecimal digits'],
  ])('is refused as %j', (url, reason) => {
    const { message, code, variable } = refusal(url);
    expect({ code, variable }).toEqual({ code: 'BAD_URL', variable: 'EVENTSTORE_URL' });
    expect(message).toContain('EVENTSTORE_URL');
    expect(message).toContain(reason);
  });

  it.each([
    'esdb://quad:s3cret@host:port',
    'esdb://quad:s3cret%@host',
    'esdb://quad:s3cret/@host',
    'esdb://quad:s3cret?@host',
    'esdb://quad:x@s3cret@host',
    'esdb://quad:x?s3cret@host',
    'esdb://quad:x?s3cret=1@host',
    'esdb://quad:x?secret=1@host',
    'esdb://quad:x?secret&y=@host',
    'esdb:quad:s3cret@host',
  ])('[P9] never repeats a password, as in %j', (url) => {
    const { message } = refusal(url);
    expect(message).not.toMatch(/s3cret|secret/);
  });
});
