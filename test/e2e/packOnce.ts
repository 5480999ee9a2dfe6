import { join } from 'node:path';
import { packPackage } from '../../runtime/packedPackage';

/** Packs the package once for all files of tests: they run at the same time. */
export default async function packOnce(): Promise<void> {
	process.env.PACKED_PACKAGE ??= await packPackage(join(__dirname, '..', '..', '.cache', 'package'));
}
