/** A node context outside its public interface. */
interface HoldsNodes {
	workflow?: { nodes?: Record<string, { id?: string }> };
}

/** The ids of the nodes of a context's workflow; undefined where the context does not carry them. Tried with n8n 1.100.1 and 2.40.7. */
export function nodeIdsOf(context: object): Set<string | undefined> | undefined {
	const { nodes } = (context as HoldsNodes).workflow ?? {};
	return nodes && new Set(Object.values(nodes).map(({ id }) => id));
}
