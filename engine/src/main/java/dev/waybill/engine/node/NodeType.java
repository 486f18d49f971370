package dev.waybill.engine.node;

import dev.waybill.base.json.JsonObject;
import dev.waybill.workflow.RetryPolicy;
import dev.waybill.workflow.WorkflowNode;
import java.util.List;

/// What a node does. The engine knows some kinds of its own; users bring [Activity]s.
public sealed interface NodeType
        permits PureNode, TimedNode, GateNode, HandOverNode, SupervisorNode, DispatchNode, Activity {

    /// The name that definitions use, such as `core.noop` or `vendor.acme.search`.
    String typeId();

    /// What it is for, the schemas of its configuration, inputs and outputs, and an example.
    default NodeManifest manifest() {
        return NodeManifest.NONE;
    }

    /// What is wrong with a node's configuration that a schema cannot say, found before the run starts; empty when
    /// nothing is.
    default List<String> check(WorkflowNode node) {
        return List.of();
    }

    /// What this process was not given and the node's work needs, in sentences: an agent, an MCP server, a program, a
    /// secret, a model. That is no mistake of the workflow: its run is left to a process that has it.
    ///
    /// @param configurable of the run, which may say which model is asked
    default List<String> lacking(WorkflowNode node, JsonObject configurable) {
        return List.of();
    }

    /// What is wrong with the options that a run is started with, as far as nodes of this type read them.
    default List<String> checkOptions(JsonObject configurable) {
        return List.of();
    }

    /// The ports that a node leaves by because its configuration says so, besides those of the manifest.
    default List<String> ports(WorkflowNode node) {
        return List.of();
    }

    /// How often a node is tried again: as its settings say, unless its type has words of its own for that.
    default RetryPolicy retry(WorkflowNode node) {
        return node.settings().retry();
    }

    /// What does the work of a node: this, unless its configuration asks for something of another kind.
    default NodeType as(WorkflowNode node) {
        return this;
    }

    /// Whether a node reads or writes memory. Only then is its run bound to a version of one, so that other runs pay
    /// nothing for it.
    default boolean usesMemory(WorkflowNode node) {
        return false;
    }

    /// The same of the files that a tenant's runs share.
    default boolean usesWorkspace(WorkflowNode node) {
        return false;
    }

    /// Whether what a node sees is bound when it starts.
    default boolean usesInputs(WorkflowNode node) {
        return usesMemory(node) || usesWorkspace(node);
    }
}
