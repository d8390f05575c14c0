import { readStoreBuildContract } from '#test/contract/readStoreBuild.ts';
import { openReadSide } from './openReadSide.ts';

readStoreBuildContract('sqlite', () => openReadSide());
