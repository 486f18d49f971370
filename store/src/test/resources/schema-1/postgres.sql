-- A store as version 1 of the tables left it: an ended run with three events, and a fork that shares two of them.
CREATE SCHEMA IF NOT EXISTS waybill;

CREATE TABLE waybill.schema_version (version integer NOT NULL);
INSERT INTO waybill.schema_version VALUES (0);

CREATE TABLE waybill.run (
    run_id        text COLLATE "C" PRIMARY KEY,
    tenant        text COLLATE "C" NOT NULL,
    definition_id text COLLATE "C" NOT NULL,
    parent_id     text COLLATE "C",
    fork_of       text COLLATE "C",
    header        bytea NOT NULL,
    prefix_length bigint NOT NULL,
    head          bigint NOT NULL,
    steps         bigint NOT NULL,
    summaries     bigint NOT NULL,
    status        text COLLATE "C" NOT NULL,
    ready         boolean NOT NULL,
    due_at        bigint,
    current_node  text,
    updated_at    bigint NOT NULL,
    started_by    text COLLATE "C",
    owner         text COLLATE "C",
    epoch         bigint NOT NULL,
    woken         boolean NOT NULL,
    pruned        boolean NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX run_ready ON waybill.run (run_id) WHERE ready;
CREATE INDEX run_woken ON waybill.run (run_id) WHERE woken;
CREATE INDEX run_due ON waybill.run (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX run_owner ON waybill.run (owner) WHERE owner IS NOT NULL;
CREATE INDEX run_parent ON waybill.run (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX run_fork ON waybill.run (fork_of) WHERE fork_of IS NOT NULL;

CREATE TABLE waybill.event (
    run_id       text COLLATE "C" NOT NULL,
    seq          bigint NOT NULL,
    type         text NOT NULL,
    node_id      text,
    public_part  bytea NOT NULL,
    private_part bytea NOT NULL,
    UNIQUE (run_id, seq)
);
CREATE TABLE waybill.shared_prefix (
    run_id   text COLLATE "C" NOT NULL,
    source   text COLLATE "C" NOT NULL,
    from_seq bigint NOT NULL,
    end_seq  bigint NOT NULL,
    PRIMARY KEY (run_id, from_seq)
);
CREATE INDEX shared_prefix_source ON waybill.shared_prefix (source);

CREATE TABLE waybill.receipt (
    run_id text COLLATE "C" NOT NULL,
    kind   text COLLATE "C" NOT NULL,
    idx    bigint NOT NULL,
    seq    bigint NOT NULL,
    ref    bytea NOT NULL,
    bytes  bytea NOT NULL,
    PRIMARY KEY (run_id, kind, idx)
);
CREATE INDEX receipt_event ON waybill.receipt (run_id, seq, idx) WHERE kind = 'STEP';

CREATE TABLE waybill.answer (
    tenant     text COLLATE "C" NOT NULL,
    operation  text COLLATE "C" NOT NULL,
    key        text COLLATE "C" NOT NULL,
    request    bytea NOT NULL,
    answer     bytea NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (tenant, operation, key)
);
CREATE INDEX answer_expiry ON waybill.answer (expires_at);

CREATE TABLE waybill.outbox (
    id         text COLLATE "C" PRIMARY KEY,
    run_id     text COLLATE "C" NOT NULL,
    seq        bigint NOT NULL,
    kind       text NOT NULL,
    body       bytea NOT NULL,
    not_before bigint NOT NULL,
    attempts   integer NOT NULL
);
CREATE INDEX outbox_order ON waybill.outbox (not_before, run_id, seq, id);

CREATE TABLE waybill.blob (
    digest bytea PRIMARY KEY,
    bytes  bytea NOT NULL
);

CREATE TABLE waybill.process (
    process_id text COLLATE "C" PRIMARY KEY,
    kind       text NOT NULL,
    seen_at    bigint NOT NULL
);

INSERT INTO waybill.run (run_id, tenant, definition_id, parent_id, fork_of, header, prefix_length, head, steps, summaries, status, ready, due_at, current_node, updated_at, started_by, owner, epoch, woken, pruned)
VALUES ('run_01KJM6JN330000000000000001', 'tenant-é', 'flow', NULL, NULL, E'\\x7b2268656164657256657273696f6e223a312c2272756e4964223a2272756e5f30314b4a4d364a4e333330303030303030303030303030303031222c2274656e616e74223a2274656e616e742dc3a9222c22776f726b666c6f774964223a2277665f72756e5f30314b4a4d364a4e333330303030303030303030303030303031222c22646566696e6974696f6e4964223a22666c6f77222c22646566696e6974696f6e223a227368613235363a33623231323738313738656433343633663362646533613335663038386361663664393966663162326636343764396130633262386465353939656333646336222c22636f7272656c6174696f6e4964223a22636f7272656c6174696f6e2de29c93222c226f726967696e223a7b226b696e64223a227374617274227d2c22707265666978223a5b5d2c227265636569707473223a7b226973737565223a747275652c2277697265223a22302e31222c2270736575646f6e796d6f7573223a66616c73657d2c2273656564223a2251684c7448625168785f327a59796574364e39427735696a434667315f46687156534156677753665f796b222c22656e67696e6556657273696f6e223a22302e312e30222c22637265617465644174223a22323032362d30332d30315430383a30303a30302e3132333435365a222c226f7074696f6e73223a7b22746167223a226772c3b6c39f6520f09f9a9a227d7d', '0', '3', '2', '1', 'completed', 'false', NULL, NULL, '1772352000123456', NULL, NULL, '0', 'false', 'false');
INSERT INTO waybill.run (run_id, tenant, definition_id, parent_id, fork_of, header, prefix_length, head, steps, summaries, status, ready, due_at, current_node, updated_at, started_by, owner, epoch, woken, pruned)
VALUES ('run_01KJM6JP2B0000000000000002', 'tenant-é', 'flow', NULL, 'run_01KJM6JN330000000000000001', E'\\x7b2268656164657256657273696f6e223a312c2272756e4964223a2272756e5f30314b4a4d364a50324230303030303030303030303030303032222c2274656e616e74223a2274656e616e742dc3a9222c22776f726b666c6f774964223a2277665f72756e5f30314b4a4d364a50324230303030303030303030303030303032222c22646566696e6974696f6e4964223a22666c6f77222c22646566696e6974696f6e223a227368613235363a33623231323738313738656433343633663362646533613335663038386361663664393966663162326636343764396130633262386465353939656333646336222c22636f7272656c6174696f6e4964223a22636f7272656c6174696f6e2de29c93222c226f726967696e223a7b226b696e64223a22666f726b222c22736f75726365223a2272756e5f30314b4a4d364a4e333330303030303030303030303030303031222c22736f75726365576f726b666c6f774964223a2277665f72756e5f30314b4a4d364a4e333330303030303030303030303030303031222c2273657175656e6365223a322c226d6f6465223a226272616e6368222c226f7665726c6179223a7b7d7d2c22707265666978223a5b7b2272756e223a2272756e5f30314b4a4d364a4e333330303030303030303030303030303031222c22656e64223a327d5d2c227265636569707473223a7b226973737565223a747275652c2277697265223a22302e31222c2270736575646f6e796d6f7573223a66616c73657d2c2273656564223a2236537279396d696271372d6450645f7773556f5a49496b54527749545565624a48394f53393074556f5849222c22656e67696e6556657273696f6e223a22302e312e30222c22637265617465644174223a22323032362d30332d30315430383a30303a30302e3132333435365a222c226f7074696f6e73223a7b22746167223a226772c3b6c39f6520f09f9a9a227d7d', '2', '3', '0', '0', 'waiting-approval', 'false', NULL, 'freigabe-ü', '1772352000123456', NULL, NULL, '0', 'false', 'false');
INSERT INTO waybill.event (run_id, seq, type, node_id, public_part, private_part)
VALUES ('run_01KJM6JN330000000000000001', '0', 'node.completed', 'knoten-ä', E'\\x7b2273657175656e6365223a302c22777269746572223a2272756e5f30314b4a4d364a4e333330303030303030303030303030303031222c2274657874223a22e2869220e9818be98081e78ab620f09f9a9a227d', E'\\x');
INSERT INTO waybill.event (run_id, seq, type, node_id, public_part, private_part)
VALUES ('run_01KJM6JN330000000000000001', '1', 'node.completed', NULL, E'\\x7b2273657175656e6365223a312c22777269746572223a2272756e5f30314b4a4d364a4e333330303030303030303030303030303031222c2274657874223a22e2869220e9818be98081e78ab620f09f9a9a227d', E'\\x7b2268696464656e223a317d');
INSERT INTO waybill.event (run_id, seq, type, node_id, public_part, private_part)
VALUES ('run_01KJM6JN330000000000000001', '2', 'node.completed', 'knoten-ä', E'\\x7b2273657175656e6365223a322c22777269746572223a2272756e5f30314b4a4d364a4e333330303030303030303030303030303031222c2274657874223a22e2869220e9818be98081e78ab620f09f9a9a227d', E'\\x7b2268696464656e223a327d');
INSERT INTO waybill.event (run_id, seq, type, node_id, public_part, private_part)
VALUES ('run_01KJM6JP2B0000000000000002', '2', 'node.completed', 'knoten-ä', E'\\x7b2273657175656e6365223a322c22777269746572223a2272756e5f30314b4a4d364a50324230303030303030303030303030303032222c2274657874223a22e2869220e9818be98081e78ab620f09f9a9a227d', E'\\x7b2268696464656e223a327d');
INSERT INTO waybill.shared_prefix (run_id, source, from_seq, end_seq)
VALUES ('run_01KJM6JP2B0000000000000002', 'run_01KJM6JN330000000000000001', '0', '2');
INSERT INTO waybill.receipt (run_id, kind, idx, seq, ref, bytes)
VALUES ('run_01KJM6JN330000000000000001', 'STEP', '0', '-1', E'\\x96c28263de17b33364d50bb24e68112c5bd8190cbffddca51f4da01f0b97944d', E'\\x535445502072756e5f30314b4a4d364a4e3333303030303030303030303030303030312030');
INSERT INTO waybill.receipt (run_id, kind, idx, seq, ref, bytes)
VALUES ('run_01KJM6JN330000000000000001', 'STEP', '1', '2', E'\\x90c4197ca8d568d46e92e647b68f6f13ce0bb539335f7503d0ee0d68f68c753f', E'\\x535445502072756e5f30314b4a4d364a4e3333303030303030303030303030303030312031');
INSERT INTO waybill.receipt (run_id, kind, idx, seq, ref, bytes)
VALUES ('run_01KJM6JN330000000000000001', 'SUMMARY', '0', '2', E'\\x02aaff3001eab882bc91a01e9e93b7e8a0c60e56a72bf5e911b898c313c61b0c', E'\\x53554d4d4152592072756e5f30314b4a4d364a4e3333303030303030303030303030303030312030');
INSERT INTO waybill.answer (tenant, operation, key, request, answer, created_at, expires_at)
VALUES ('tenant-é', 'start', 'k', E'\\x7c669878cd985f38e78a7d3bb6c994a9bbd6f3f7dd12a5735de4c8b8da3c000f', E'\\x6b657074', '1772352000123456', '1772355600123456');
INSERT INTO waybill.outbox (id, run_id, seq, kind, body, not_before, attempts)
VALUES ('d', 'run_01KJM6JN330000000000000001', '1', 'webhook', E'\\x626f6479206f662064', '1772352005123456', '0');
INSERT INTO waybill.blob (digest, bytes)
VALUES (E'\\x230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5', E'\\x626f6479');
INSERT INTO waybill.process (process_id, kind, seen_at)
VALUES ('old', 'serve', '1772352000123456');
UPDATE waybill.schema_version SET version = 1;
