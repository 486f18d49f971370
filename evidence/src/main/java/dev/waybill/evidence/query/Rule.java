package dev.waybill.evidence.query;

/// Why an answer is what it is. The names are stable.
public enum Rule {
    MERGE_RECORD_STATES("the record of the transition carries _ewp_policy_version"),
    TERMINAL_RECEIPT_STATES("the receipt that was written with the transition carries _ewp_policy_version"),
    LAST_STATEMENT("the last record of the task or its episode before the transition that carries"
            + " _ewp_policy_version; no change of a policy is known"),
    LAST_APPLY("for each lever, the last POLICY_APPLY at or before the transition that no POLICY_ROLLBACK has undone"),
    ROLLED_BACK("a POLICY_ROLLBACK restores what was in force before the POLICY_APPLY that it names, or, where it"
            + " names none that is known, before the last one of its chain and lever"),
    BEFORE_FIRST_APPLY("the first POLICY_APPLY known comes after the transition, and names the value that it replaced"),
    EPISODE_POLICY("the task's episode records the policy that it ran under; no change of a policy is known"),
    STATED_AND_DERIVED_DIFFER("a record states another policy version than the last POLICY_APPLY before it"),
    STATEMENTS_DIFFER("two records of the transition state different policy versions, with no change between them"),
    EPISODE_AND_DERIVED_DIFFER("the task's episode ran under another value than the last POLICY_APPLY before it"),
    ROLLBACK_AND_HISTORY_DIFFER("a POLICY_ROLLBACK reverts to another value than the one in force before"),
    APPLIES_AT_ONE_INSTANT("two POLICY_APPLY change one lever at the same instant"),
    SEVERAL_OWNERS("several systems changed one lever, each for itself, and the transition is of none of them"),
    SEVERAL_TRANSITIONS("several different records say that the task reached this state"),
    NO_TRANSITION("no TASK_TRANSITION to this state is known"),
    NO_POLICY("no record states or changes a policy at or before the transition"),

    CHAIN("all records that carry the correlation id, each after the records that it names as parents"),
    ANCESTORS("the records that it names as parents, and theirs"),
    DESCENDANTS("the records that name it as a parent, and those that name them"),
    AGENTS_NAMED("the agents that records of the task name"),
    AGENTS_BY_EPISODE("no record of the task names an agent; records of its episode do"),
    COMMITS_NAMED("records of the task name the commits"),
    COMMITS_BY_EPISODE("task and commits share an episode; no record joins them directly"),
    CHECKPOINT_COVERAGE("checkpoints present, divided by the critical states that were reached"),
    GRAPH_HOLDS("every reference leads to one record, and none leads back"),
    GRAPH_BROKEN("some references lead nowhere, back, or to another record than they say"),
    NOTHING_FOUND("nothing in the files that were searched has this name, nor begins with it"),
    SEVERAL_NAMES("several names begin with this text"),
    SEVERAL_STORES("several stores hold different records with this id, and the id names none of them");

    private final String text;

    Rule(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
